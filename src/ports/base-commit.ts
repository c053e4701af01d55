import type {BaseRef} from '../core/trust/base-ref.ts';

/** The commit that a change is based on, with its files. */
export type BaseCommit = {
  /** The root of the checkout, with links resolved. */
  readonly root: string;
  /** The full hash. */
  readonly commit: string;
  /** Its regular files, as paths relative to the root with forward slashes. Links are not included. */
  readonly files: ReadonlySet<string>;
  /** Returns the content of one of these files. Undefined if this clone does not contain it. */
  readonly read: (file: string) => Uint8Array | undefined;
};

/** A checkout, and the target branch of its pull request. */
export type FindBaseCommit = {readonly directory: string; readonly base: BaseRef};

/** Reads the base commit from the repository of a directory, or returns the problem in one sentence. */
export type FindBase = (find: FindBaseCommit) => Promise<BaseCommit | {readonly problem: string}>;
