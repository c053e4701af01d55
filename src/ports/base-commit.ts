import type {BaseRef} from '../core/trust/base-ref.ts';

/** The commit that a change is meant for, with its files. */
export type BaseCommit = {
  /** The root of the checkout, without links. */
  readonly root: string;
  /** The whole hash. */
  readonly commit: string;
  /** Its regular files, by their paths below the root with forward slashes. Links are none. */
  readonly files: ReadonlySet<string>;
  /** The content of one of them; undefined where this clone does not have it. */
  readonly read: (file: string) => Uint8Array | undefined;
};

/** A checkout, and the branch that a pull request will be merged into. */
export type FindBaseCommit = {readonly directory: string; readonly base: BaseRef};

/** Reads the commit from the repository that a directory lies in, or says why it cannot, in one sentence. */
export type FindBase = (find: FindBaseCommit) => Promise<BaseCommit | {readonly problem: string}>;
