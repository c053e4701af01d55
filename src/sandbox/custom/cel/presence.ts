import type {ASTNode, Environment} from '@marcbachmann/cel-js';
import {OWN_HAS} from './own-names.ts';

/** The interface of the library for macros: the arguments as written, and functions to inspect them. */
type Checker = {
  readonly check: (node: ASTNode, context: unknown) => unknown;
  readonly getType: (name: string) => unknown;
  readonly createError: (code: string, message: string, node: ASTNode) => Error;
};
type Field = {readonly fieldLazy: (value: unknown, name: string, node: ASTNode, evaluator: Evaluator) => unknown};
type Evaluator = {
  readonly run: (node: ASTNode, context: unknown) => unknown;
  readonly debugType: (value: unknown) => Field;
};
type Macro = {readonly argument: ASTNode};

function typeCheck(checker: Checker, {argument}: Macro, context: unknown): unknown {
  if (argument.op !== '.')
    throw checker.createError('invalid_macro_argument', 'invalid argument to has() macro', argument);
  checker.check(argument.args[0], context);
  return checker.getType('bool');
}

function evaluate(evaluator: Evaluator, {argument}: Macro, context: unknown): boolean {
  if (argument.op !== '.') return false;
  const [of, name] = argument.args;
  const value = evaluator.run(of, context);
  return evaluator.debugType(value).fieldLazy(value, name, argument, evaluator) !== undefined;
}

/** Registers a `has` that accepts a field of any expression, such as an item of a list. */
export function registerPresence(environment: Environment): void {
  environment.registerFunction(`${OWN_HAS}(ast): bool`, ({args: [argument]}: {args: readonly ASTNode[]}) => ({
    argument,
    typeCheck,
    evaluate,
  }));
}
