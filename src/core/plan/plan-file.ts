import {timingSafeEqual} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Secret} from '../secret/secret.ts';
import type {Permissions} from './permissions.ts';
import type {Plan} from './plan.ts';
import type {TerraformBases} from './saved-terraform.ts';

/** Digests of a live object and of the object that would be sent. They are keyed, so that nobody can test guesses of the content. */
export type SeenObject = {
  readonly uid?: string;
  /** The digest of the live object without status, times and resourceVersion. Absent: the plan does not write to the object. */
  readonly live?: string;
  /** The digest of the object that would be sent. */
  readonly sends?: string;
};

/** The inputs of a plan. If one of them has changed when the plan is applied, the plan is stale. All digests are keyed. */
export type PlanBases = {
  /** The digest of each resource as it is written, with references and without secrets. */
  readonly spec: Readonly<Record<string, string>>;
  /** The digest of each secret value, by resource id and path. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The digest of each part of the workspace, by its path. */
  readonly workspace: Readonly<Record<string, string>>;
  /** The last release, and a run that has begun since. */
  readonly head?:
    | {readonly revision: number; readonly release?: string | undefined; readonly pending?: string | undefined}
    | undefined;
  /** The digest of each answer of the cluster that a source was built with, by the request. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  readonly objects: Readonly<Record<string, SeenObject>>;
  /** Present if the stack has Terraform resources. */
  readonly terraform?: TerraformBases | undefined;
  /** Stacks with changes that the same run applies first. Their values may be known only when this plan is applied. */
  readonly awaits?: readonly string[];
};

/** The flags that a plan was made with. An apply uses them again. Paths are relative to the directory of the stack. */
export type SavedRequest = {
  readonly project: string;
  readonly stack: string;
  /** The name of a workspace, or (with `/` or `.yaml`) a file. */
  readonly workspace: string;
  readonly operation: 'apply';
  readonly revision?: 'current' | number | undefined;
  readonly specFile?: string | undefined;
  readonly permissions: Permissions;
  readonly targets?: readonly string[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly images?: readonly string[];
  readonly ignore?: readonly string[] | undefined;
  readonly regenerate?: readonly string[] | undefined;
  readonly takeOverProject?: boolean | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly refresh?: boolean | undefined;
  readonly replace?: readonly string[] | undefined;
  readonly hooks?: 'all' | 'skip' | undefined;
};

/** A saved plan: the plan that was shown, its flags and its inputs. Secrets in it are encrypted. */
export type PlanFile = {
  readonly formatVersion: 1;
  readonly gantryVersion: string;
  readonly createdAt: string;
  readonly request: SavedRequest;
  readonly plan: Plan;
  readonly bases: PlanBases;
  /** The generated values that the cluster does not have yet, encrypted with the key of the backend. */
  readonly generated?: string;
  /** The plan file of Terraform, encrypted with the key of the backend. */
  readonly terraform?: string;
  /** The SHA-256 of all members above in canonical JSON. It shows whether the file is complete. */
  readonly digest: string;
  /** The HMAC with the backend's key. It shows that a run with this backend wrote the file and that nobody edited it. */
  readonly seal: string;
};

type Open = Omit<PlanFile, 'digest' | 'seal'>;

/** Adds the digest and the HMAC of the canonical JSON to a plan. */
export function sealPlanFile(open: Open, key: Secret): PlanFile {
  const text = canonicalJson(open);
  return {...open, digest: sha256(text), seal: key.hmac(text)};
}

/** Reports whether the digest of a file matches its content. */
export const isWhole = (file: PlanFile): boolean => sha256(textOf(file)) === file.digest;

/** Reports whether a run with the same key wrote the file. Compares in constant time. */
export function isSealedWith(file: PlanFile, key: Secret): boolean {
  const [right, found] = [Buffer.from(key.hmac(textOf(file))), Buffer.from(file.seal)];
  return right.length === found.length && timingSafeEqual(right, found);
}

const textOf = ({digest: _digest, seal: _seal, ...open}: PlanFile): string => canonicalJson(open);
