import type {JsonObject} from '../json.ts';

/** A user's expression over an object, ready to be asked. A problem is a text without values of the object. */
export type Condition = (object: JsonObject) => boolean | ConditionProblem;

/** The reason why a health expression has no result for an object. */
export type ConditionProblem = {
  readonly problem: string;
  /** It speaks of a field that the object does not have, or not yet. */
  readonly absent: boolean;
};
