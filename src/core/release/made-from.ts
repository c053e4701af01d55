/** The release that a rollback applied again. */
export type MadeFrom = {
  readonly revision: number;
  /** The revision of the failed run that was rolled back within the same run. */
  readonly failed?: number;
};
