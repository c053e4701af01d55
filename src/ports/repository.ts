/** Where the files of a stack come from, as far as a repository knows it. */
export type Commit = {
  /** The whole hash. */
  readonly commit: string;
  /** Absent when no branch is checked out, as CI systems do. */
  readonly branch?: string;
  /** Files of the repository differ from the commit. */
  readonly dirty: boolean;
  /** Why that could not be found out, and they are taken as different. */
  readonly problem?: string;
  /** Files that the repository does not know and does not ignore; absolute paths without links. */
  readonly untracked: readonly string[];
};

/** What changed since a revision, as absolute paths; or why that cannot be told, in one sentence. */
export type ChangedFiles = {readonly root: string; readonly files: readonly string[]} | {readonly problem: string};

/** The version control of the files. */
export type Repository = {
  /**
   * Undefined outside of a repository, before its first commit, and where its program is not installed. A problem alone: there may be a
   * commit, and its program did not say it in time.
   */
  readonly commit: (directory: string) => Promise<Commit | {readonly problem: string} | undefined>;
  /**
   * Files that differ from the point where HEAD left `ref`, with what is not committed and what is not known to the
   * repository; deleted ones too.
   */
  readonly changedSince: (directory: string, ref: string) => Promise<ChangedFiles>;
  /** The text of a file at that point, wherever it is now; undefined where it was not there. */
  readonly textBefore: (file: string, root: string, ref: string) => Promise<string | undefined>;
};
