/** The part of a state that core reads, whatever the type of the resource. */
export type CommonState = {
  readonly id: string;
  /** sha256 of what was wanted and sent (keyed where it holds secrets). */
  readonly desiredDigest: string;
  /** Ids that this resource depended on: the order of a later delete. */
  readonly dependsOn: readonly string[];
};
