/** A shared resource that a release used, and the fields that took a value from it. */
export type Use = {
  /** The shared stack: `shared/STACK`. */
  readonly stack: string;
  readonly id: string;
  /** The revision of the shared stack. Absent if it had no release yet. */
  readonly revision?: number;
  /** The digest of its desired state at that revision. */
  readonly digest?: string;
  /** Empty if the release only depends on it. */
  readonly fields: readonly UsedIn[];
};

/** A field that takes a value from a shared resource. */
export type UsedIn = {
  readonly resource: string;
  readonly path: string;
  /** The field of the shared resource. Absent in releases of earlier versions. */
  readonly from?: string;
};
