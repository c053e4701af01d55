/** The commit of a stack's files, as far as the repository reports it. */
export type Commit = {
  /** The full hash. */
  readonly commit: string;
  /** Absent if no branch is checked out, as in CI systems. */
  readonly branch?: string;
  /** True if files of the repository differ from the commit. */
  readonly dirty: boolean;
  /** The reason why this could not be determined. The files then count as different. */
  readonly problem?: string;
  /** Untracked files that are not ignored, as absolute paths without links. */
  readonly untracked: readonly string[];
};

/** The files that changed since a revision, as absolute paths, or one sentence with the reason why this could not be determined. */
export type ChangedFiles = {readonly root: string; readonly files: readonly string[]} | {readonly problem: string};

/** The version control system of the files. */
export type Repository = {
  /**
   * Returns the commit of a directory. Undefined outside of a repository, before its first commit, and if the version control
   * program is not installed. A problem alone: the program did not answer in time, so there may be a commit.
   */
  readonly commit: (directory: string) => Promise<Commit | {readonly problem: string} | undefined>;
  /** Returns the files that differ from the merge base of HEAD and `ref`, including uncommitted, untracked and deleted files. */
  readonly changedSince: (directory: string, ref: string) => Promise<ChangedFiles>;
  /** Returns the text of a file at the merge base, whatever its current path. Undefined if the file did not exist there. */
  readonly textBefore: (file: string, root: string, ref: string) => Promise<string | undefined>;
};
