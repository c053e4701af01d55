/** The time limit of a step. */
export type TimeLimit = {
  /** The origin of the limit: the default for each resource, a health rule of the user, or the whole run. */
  readonly of: 'resource' | 'rule' | 'run';
  /** The whole duration in seconds. */
  readonly seconds: number;
  /** The end of the limit in monotonic milliseconds. */
  readonly until: number;
};
