import type {SourceProblem} from './source-problem.ts';

/** A commit of a repository. */
export type GitWanted = {
  /** `https://…`, `ssh://…` or `user@host:path`. */
  readonly url: string;
  /** A branch, a tag or a full commit hash. Absent: the default branch of the repository. */
  readonly ref?: string | undefined;
  /** The full hash of the commit that `ref` must point to. */
  readonly commit?: string | undefined;
};

/** The files of a commit on this machine. */
export type FetchedTree = {
  /** The absolute path of the directory with the files. */
  readonly directory: string;
  /** The absolute path of its directory in the cache. Without it, the commit is fetched again. */
  readonly kept: string;
  /** The full hash. */
  readonly commit: string;
  /** The links that would lead out of the directory, as relative paths. They were left out. */
  readonly leftOut: readonly string[];
};

/** Brings the files of a commit onto this machine. A problem is returned, never thrown. */
export type GitTrees = (wanted: GitWanted) => Promise<FetchedTree | SourceProblem>;
