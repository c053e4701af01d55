/** The version of the files that a release was made of. */
export type SourceCommit = {
  /** The whole hash. */
  readonly commit: string;
  /** Absent when no branch was checked out, as CI systems do. */
  readonly branch?: string;
  /** Files differed from the commit. */
  readonly dirty: boolean;
};
