/** The diagnosis of an object that failed, from the cluster: events and logs. Known secrets are removed from every text. */
export type Diagnosis = {
  /** The events, newest last, each reason once. */
  readonly events: readonly ObjectEvent[];
  readonly logs: readonly LogTail[];
};

/** A Kubernetes Event about the object, or about a pod of it. */
export type ObjectEvent = {
  /** The kind and the name: `Pod web-7d9f-x2x`. */
  readonly object: string;
  readonly type: 'Warning' | 'Normal';
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  /** The time at which it was last seen (RFC 3339). */
  readonly time?: string;
};

/** The last lines of one container. */
export type LogTail = {
  readonly pod: string;
  readonly container: string;
  /** True for the log before the last restart. */
  readonly previous?: true;
  readonly lines: readonly string[];
};
