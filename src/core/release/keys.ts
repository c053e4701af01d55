import type {SeriesNames} from './series-names.ts';

/** The key of the secret under which secret leaves are digested. */
export const HMAC_KEY = 'keys/hmac';
export const WORKSPACES_PREFIX = 'workspaces/';
export const INDEX_PREFIX = 'index/';

export const workspaceKey = (name: string): string => `${WORKSPACES_PREFIX}${segment(name)}.yaml`;
export const releasesPrefix = (lineage: string): string => `releases/${segment(lineage)}/`;
export const headKey = (lineage: string): string => `${releasesPrefix(lineage)}head.json`;
export const lockKey = (lineage: string): string => `locks/${segment(lineage)}.json`;

/** Who broke which hold of the lock, one document for each, create-only: named by the token of that hold. */
export const unlocksPrefix = (lineage: string): string => `unlocks/${segment(lineage)}/`;
export const unlockKey = (lineage: string, token: string): string => `${unlocksPrefix(lineage)}${segment(token)}.json`;

/** Digests of what was stored before documents had MACs. */
export const earlierKey = (lineage: string): string => `${releasesPrefix(lineage)}before-macs.json`;

/** The record of a run that has ended. Create-only, as is the next. */
export const releaseKey = (lineage: string, revision: number, epoch: number): string =>
  `${releasesPrefix(lineage)}${revision}-${epoch}.json`;

/** What a run is about to do, written before its first object. */
export const pendingKey = (lineage: string, revision: number, epoch: number): string =>
  `${releasesPrefix(lineage)}${revision}-${epoch}-pending.json`;

export const indexKey = ({project, stack, workspace}: SeriesNames): string =>
  `${INDEX_PREFIX}${segment(project)}/${segment(stack)}/${segment(workspace)}.json`;

export type ReleaseKey = {
  readonly key: string;
  readonly revision: number;
  readonly epoch: number;
  readonly pending: boolean;
};

/** What a key below `releases/<lineage>/` names; undefined for the head and for what is not ours. */
export function parseReleaseKey(key: string): ReleaseKey | undefined {
  const match = /\/(\d{1,15})-(\d{1,15})(-pending)?\.json$/.exec(key);
  if (match === null) return undefined;
  return {key, revision: Number(match[1]), epoch: Number(match[2]), pending: match[3] !== undefined};
}

export function parseIndexKey(key: string): SeriesNames | undefined {
  const [root, project, stack, file, ...rest] = key.split('/');
  if (root !== 'index' || !project || !stack || !file?.endsWith('.json') || rest.length > 0) return undefined;
  try {
    return {
      project: decodeURIComponent(project),
      stack: decodeURIComponent(stack),
      workspace: decodeURIComponent(file.slice(0, -'.json'.length)),
    };
  } catch {
    return undefined; // A stray file: no name of ours is malformed.
  }
}

/** Any name as one segment of a key: no slash can climb out, no leading dot can hide. */
const segment = (name: string): string => encodeURIComponent(name).replace(/^\./, '%2E');
