/** Until when a step may wait. */
export type TimeLimit = {
  /** The time that each resource has, that which a rule of the user gives to this one, or that of the whole run. */
  readonly of: 'resource' | 'rule' | 'run';
  /** How long that is in all. */
  readonly seconds: number;
  /** Monotonic milliseconds. */
  readonly until: number;
};
