/** A release that no run made: what was found in the cluster when the backend was lost or damaged. */
export type Rebuilt = {
  /** Ids whose objects are known, and not what was wanted of them: no file said just that. */
  readonly unknown: readonly string[];
  /** What could not be looked at, for people: `secrets in namespace shop`. */
  readonly unread: readonly string[];
};
