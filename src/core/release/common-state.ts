/** The part of a state that core reads, whatever the type of the resource. */
export type CommonState = {
  readonly id: string;
  /** The SHA-256 of the desired object that was sent (keyed if it contains secrets). */
  readonly desiredDigest: string;
  /** Ids that this resource depended on: the order of a later delete. */
  readonly dependsOn: readonly string[];
};
