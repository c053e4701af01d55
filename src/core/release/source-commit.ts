/** The version of the files that a release was made of. */
export type SourceCommit = {
  /** The full hash. */
  readonly commit: string;
  /** The branch. Absent if none was checked out, as in CI systems. */
  readonly branch?: string;
  /** True if files differed from the commit. */
  readonly dirty: boolean;
};
