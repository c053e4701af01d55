import type {JsonObject} from '../core/json.ts';
import type {Condition} from '../core/readiness/condition.ts';

/** The error of an expression. `start` and `end`: the invalid part of the text. */
export type WrongExpression = {
  readonly kind: 'wrong';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly hint?: string | undefined;
};

/** A compiled health expression, or an error with its position in the text. */
export type CompiledCondition = {readonly kind: 'condition'; readonly holds: Condition} | WrongExpression;

/** A compiled expression that gives a mapping, or an error with its position in the text. */
export type CompiledMapping =
  | {readonly kind: 'mapping'; readonly give: (values: JsonObject) => {readonly value: JsonObject} | EvaluationProblem}
  | WrongExpression;

/** The reason why an evaluation has no result. */
export type EvaluationProblem = {readonly problem: string; readonly absent: boolean};

/** A language of conditions. Compilation finds errors before an expression is evaluated. */
export type Conditions = {
  /** Compiles a condition over one object. */
  readonly compile: (expression: string) => CompiledCondition;
  /** Compiles a condition over named values: they are the members of the object that it is evaluated with. */
  readonly compileOver: (names: readonly string[], expression: string) => CompiledCondition;
  /** Compiles an expression over named values that gives a mapping. */
  readonly compileMapping: (names: readonly string[], expression: string) => CompiledMapping;
};
