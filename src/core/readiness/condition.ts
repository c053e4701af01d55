import type {JsonObject} from '../json.ts';

/** A compiled expression of the user over an object. A problem never contains values of the object. */
export type Condition = (object: JsonObject) => boolean | ConditionProblem;

/** The reason why a health expression has no result for an object. */
export type ConditionProblem = {
  readonly problem: string;
  /** True if the expression uses a field that the object does not have (yet). */
  readonly absent: boolean;
};
