import {createHash, timingSafeEqual} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Secret} from '../secret/secret.ts';
import type {Permissions} from './permissions.ts';
import type {Plan} from './plan.ts';

/** What the plan saw of a live object and would send for it: keyed digests, so that nobody can test guesses of what is in it. */
export type SeenObject = {
  readonly uid?: string;
  /** Of the live object, without what changes by itself (status, times, resourceVersion). Absent: nothing is written to it. */
  readonly live?: string;
  /** Of what would be sent. */
  readonly sends?: string;
};

/** What a plan rests on. Where any of it is another when the plan is to be applied, the plan is stale. All digests are keyed. */
export type PlanBases = {
  /** Of each resource as it is written, references kept, without its secrets. */
  readonly spec: Readonly<Record<string, string>>;
  /** Of each secret value in it: resource id, path, digest. */
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of each part of the workspace, by its path. */
  readonly workspace: Readonly<Record<string, string>>;
  /** The last release, and a run that has begun since. */
  readonly head?:
    | {readonly revision: number; readonly release?: string | undefined; readonly pending?: string | undefined}
    | undefined;
  /** Of each answer of the cluster that a source was built with, by the question. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  readonly objects: Readonly<Record<string, SeenObject>>;
  /** Stacks that the same run applies first, and that change something: what they bring may be known when this plan is applied. */
  readonly awaits?: readonly string[];
};

/** The flags that shaped a plan, as they must be given again. Paths are relative to the directory of the stack. */
export type SavedRequest = {
  readonly project: string;
  readonly stack: string;
  /** A name, or (with `/` or `.yaml`) a file. */
  readonly workspace: string;
  readonly operation: 'apply';
  readonly revision?: 'current' | number | undefined;
  readonly specFile?: string | undefined;
  readonly permissions: Permissions;
  readonly targets?: readonly string[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly images?: readonly string[];
  readonly ignore?: readonly string[] | undefined;
  readonly takeOverProject?: boolean | undefined;
  readonly allowEmpty?: boolean | undefined;
};

/** A plan in a file: what was shown, how to make it again, and what it rests on. It holds no secret. */
export type PlanFile = {
  readonly formatVersion: 1;
  readonly gantryVersion: string;
  readonly createdAt: string;
  readonly request: SavedRequest;
  readonly plan: Plan;
  readonly bases: PlanBases;
  /** sha256 of everything above in canonical JSON: whether the file is whole. */
  readonly digest: string;
  /** The same with the backend's key: whether a run with this backend wrote it, and nobody edited it since. */
  readonly seal: string;
};

type Open = Omit<PlanFile, 'digest' | 'seal'>;

/** Adds the digest and the HMAC of the canonical JSON to a plan. */
export function sealPlanFile(open: Open, key: Secret): PlanFile {
  const text = canonicalJson(open);
  return {...open, digest: sha256(text), seal: key.hmac(text)};
}

/** Nobody cut or edited the file, as far as its own digest tells. */
export const isWhole = (file: PlanFile): boolean => sha256(textOf(file)) === file.digest;

/** A run with the same key wrote it as it is. The time that the comparison takes says nothing of the right seal. */
export function isSealedWith(file: PlanFile, key: Secret): boolean {
  const [right, found] = [Buffer.from(key.hmac(textOf(file))), Buffer.from(file.seal)];
  return right.length === found.length && timingSafeEqual(right, found);
}

const textOf = ({digest: _digest, seal: _seal, ...open}: PlanFile): string => canonicalJson(open);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
