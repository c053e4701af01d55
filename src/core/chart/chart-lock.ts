/** A dependency of a chart in the lock file. */
export type LockedDependency = {
  readonly name: string;
  readonly repository: string;
  readonly version: string;
  readonly digest: string;
};

/** The version of a chart in the lock file, with the digest of its archive. */
export type LockedChart = {
  readonly version: string;
  /** Absent: a directory, which may change. */
  readonly digest?: string | undefined;
  readonly dependencies: readonly LockedDependency[];
};
