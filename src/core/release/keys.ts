import {sha256} from '../../lib/sha256.ts';
import type {HistoryNames} from './history-names.ts';

/** The key of the secret under which secret leaves are digested. */
export const HMAC_KEY = 'keys/hmac';
/** The prefix of all workspace files in a backend. */
export const WORKSPACES_PREFIX = 'workspaces/';
/** The prefix of the index, which leads from names to lineages. */
export const INDEX_PREFIX = 'index/';

/** The prefix of the registrations of external resources. */
export const SHARED_PREFIX = 'shared/';

/** Returns the prefix of the external resources of a workspace. */
export const sharedPrefix = (workspace: string): string => `${SHARED_PREFIX}${segment(workspace)}/`;
/** Returns the workspace in the key of an external resource; undefined for any other key. */
export function workspaceOfSharedKey(key: string): string | undefined {
  const [root, workspace, file, ...rest] = key.split('/');
  if (`${root}/` !== SHARED_PREFIX || !workspace || file === undefined || rest.length > 0) return undefined;
  try {
    return decodeURIComponent(workspace);
  } catch {
    return undefined; // Another program's file: Gantry writes no malformed names.
  }
}
/** Returns the key of an external resource. Ids contain characters that keys may not have, so that the name is a hash. */
export const sharedKey = (workspace: string, id: string): string => `${sharedPrefix(workspace)}${sha256(id)}.json`;

/** Returns the key of a workspace file. */
export const workspaceKey = (name: string): string => `${WORKSPACES_PREFIX}${segment(name)}.yaml`;
/** Returns the prefix of everything that is stored of a release history but its lock. */
export const releasesPrefix = (lineage: string): string => `releases/${segment(lineage)}/`;
/** Returns the lineage in the key of a release, a lock or the record of a broken lock; undefined for any other key. */
export function lineageOfKey(key: string): string | undefined {
  const match = /^(?:releases|unlocks)\/([^/]+)\/|^locks\/([^/]+)\.json$/.exec(key);
  try {
    return match === null ? undefined : decodeURIComponent(match[1] ?? match[2] ?? '');
  } catch {
    return undefined; // Another program's file: Gantry writes no malformed names.
  }
}
/** Returns the key of the head, the only document of a history that changes. */
export const headKey = (lineage: string): string => `${releasesPrefix(lineage)}head.json`;
/** Returns the key of the lock. */
export const lockKey = (lineage: string): string => `locks/${segment(lineage)}.json`;

/** Returns the prefix of the records of broken locks. Each is create-only and has the token of the broken lock as its name. */
export const unlocksPrefix = (lineage: string): string => `unlocks/${segment(lineage)}/`;
/** Returns the key of the record of a broken lock; `token` is that of its holder. */
export const unlockKey = (lineage: string, token: string): string => `${unlocksPrefix(lineage)}${segment(token)}.json`;

/** Returns the key of the digests of documents that were stored before documents had MACs. */
export const earlierKey = (lineage: string): string => `${releasesPrefix(lineage)}before-macs.json`;

/** Returns the key of the record of pruned releases. */
export const prunedKey = (lineage: string): string => `${releasesPrefix(lineage)}pruned.json`;

/** Returns the key of the record of a run that has ended. It is create-only. */
export const releaseKey = (lineage: string, revision: number, epoch: number): string =>
  `${releasesPrefix(lineage)}${revision}-${epoch}.json`;

/** Returns the key of the intent of a run, which is written before its first object. It is create-only. */
export const pendingKey = (lineage: string, revision: number, epoch: number): string =>
  `${releasesPrefix(lineage)}${revision}-${epoch}-pending.json`;

/** Returns the key of the sealed values of a run: the literal secrets in its spec. It is create-only, but for a new data key. */
export const sealedKey = (lineage: string, revision: number, epoch: number): string =>
  `${releasesPrefix(lineage)}${revision}-${epoch}.sealed.json`;

/** Returns the run whose sealed values are under a key; undefined for any other key. */
export function parseSealedKey(key: string): {readonly lineage: string; readonly run: string} | undefined {
  const match = /^releases\/([^/]+)\/(\d{1,15}-\d{1,15})\.sealed\.json$/.exec(key);
  return match === null ? undefined : {lineage: decodeURIComponent(match[1] ?? ''), run: match[2] ?? ''};
}

/** The prefix of all Terraform states. */
export const TERRAFORM_PREFIX = 'terraform/';
/** Returns the prefix of the Terraform state of a release history. */
export const terraformPrefix = (lineage: string): string => `${TERRAFORM_PREFIX}${segment(lineage)}/`;
/** Returns the key of the sealed Terraform state of a release history. */
export const terraformKey = (lineage: string): string => `${terraformPrefix(lineage)}state.json`;
/** Reports whether a key is that of a sealed Terraform state. */
export const isTerraformKey = (key: string): boolean => /^terraform\/[^/]+\/state\.json$/.test(key);

/** Returns the key of the index entry of a stack in a workspace. */
export const indexKey = ({project, stack, workspace}: HistoryNames): string =>
  `${INDEX_PREFIX}${segment(project)}/${segment(stack)}/${segment(workspace)}.json`;

/** The parts of a release's key. */
export type ReleaseKey = {
  readonly key: string;
  readonly revision: number;
  readonly epoch: number;
  readonly pending: boolean;
};

/** Parses a key below `releases/<lineage>/`; undefined for the head and for other files. */
export function parseReleaseKey(key: string): ReleaseKey | undefined {
  const match = /\/(\d{1,15})-(\d{1,15})(-pending)?\.json$/.exec(key);
  if (match === null) return undefined;
  return {key, revision: Number(match[1]), epoch: Number(match[2]), pending: match[3] !== undefined};
}

/** Returns the names in a key of the index, or undefined for any other key. */
export function parseIndexKey(key: string): HistoryNames | undefined {
  const [root, project, stack, file, ...rest] = key.split('/');
  if (root !== 'index' || !project || !stack || !file?.endsWith('.json') || rest.length > 0) return undefined;
  try {
    return {
      project: decodeURIComponent(project),
      stack: decodeURIComponent(stack),
      workspace: decodeURIComponent(file.slice(0, -'.json'.length)),
    };
  } catch {
    return undefined; // Another program's file: Gantry writes no malformed names.
  }
}

/** Encodes a name as one segment of a key, without slashes and without a leading dot. */
const segment = (name: string): string => encodeURIComponent(name).replace(/^\./, '%2E');
