import type {Condition} from '../core/readiness/condition.ts';

/** A compiled health expression, or an error with its position in the text. */
export type CompiledCondition =
  | {readonly kind: 'condition'; readonly holds: Condition}
  /** `start` and `end`: the invalid part of the text. */
  | {
      readonly kind: 'wrong';
      readonly message: string;
      readonly start: number;
      readonly end: number;
      readonly hint?: string | undefined;
    };

/** A language of conditions over objects. Compilation finds errors before an expression is evaluated. */
export type Conditions = {readonly compile: (expression: string) => CompiledCondition};
