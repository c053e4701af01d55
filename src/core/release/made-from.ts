/** Which release was made again: a rollback. */
export type MadeFrom = {
  readonly revision: number;
  /** The run of this revision failed, and was rolled back in its own time. */
  readonly failed?: number;
};
