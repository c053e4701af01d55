import type {Condition} from '../core/readiness/condition.ts';

/** A compiled health expression, or the part of its text that is wrong. */
export type CompiledCondition =
  | {readonly kind: 'condition'; readonly holds: Condition}
  /** `start` and `end`: which part of the text is wrong. */
  | {
      readonly kind: 'wrong';
      readonly message: string;
      readonly start: number;
      readonly end: number;
      readonly hint?: string | undefined;
    };

/** A language of conditions over objects: what is wrong in an expression is found before anything is asked with it. */
export type Conditions = {readonly compile: (expression: string) => CompiledCondition};
