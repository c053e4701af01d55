import type {UsedIn} from '../release/use.ts';

/** A field that takes a value which the plan changes. */
export type DependentField = UsedIn & {
  /** The id of the shared resource. */
  readonly of: string;
};

/** A stack that uses values of a shared stack which a plan of that stack changes, by the record of its last release. */
export type Dependant = {
  /** `PROJECT/STACK`. */
  readonly stack: string;
  /** The revision that records the uses. */
  readonly revision: number;
  readonly fields: readonly DependentField[];
  /** The ids of its workloads whose pods its next apply restarts. */
  readonly restarts: readonly string[];
};
