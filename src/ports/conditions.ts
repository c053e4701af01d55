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

/** A language of conditions. Compilation finds errors before an expression is evaluated. */
export type Conditions = {
  /** Compiles a condition over one object. */
  readonly compile: (expression: string) => CompiledCondition;
  /** Compiles a condition over named values: they are the members of the object that it is evaluated with. */
  readonly compileOver: (names: readonly string[], expression: string) => CompiledCondition;
};
