import type {ParseResult} from '@marcbachmann/cel-js';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {withinTime} from '../../../lib/within-time.ts';
import {part, text} from '../../model/part.ts';
import {celEnvironment} from './environment.ts';
import {celLanguage} from './load-language.ts';
import {withOwnFunctions} from './own-functions.ts';

/** A compiled expression: valid, invalid for every server, or supported by the real server but not here. */
export type Compiled =
  | {readonly is: 'rule'; readonly isBool: boolean; readonly run: (variables: Variables) => Answer}
  | {readonly is: 'wrong'; readonly detail: string}
  | {readonly is: 'beyond'; readonly why: string};

/** The variables of a CEL rule. `oldSelf` is absent on creation, which skips transition rules. */
export type Variables = {readonly self: unknown; readonly oldSelf?: unknown};

/** The result of a rule, or its error in the words of cel-go. `beyond`: the sandbox cannot evaluate the rule. */
export type Answer =
  | {readonly is: 'value'; readonly value: unknown}
  | {readonly is: 'error'; readonly message: string}
  /** The evaluation was stopped at its limit. */
  | {readonly is: 'costly'}
  | {readonly is: 'beyond'; readonly why: string};

const compiled = new Map<string, Compiled>();

/** Compiles a CEL expression once per process. The result of one that does not compile is cached as well. */
export function compileRule(expression: string): Compiled {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  const made = compile(expression);
  compiled.set(expression, made);
  return made;
}

/** Namespaces of functions that Kubernetes has and the sandbox has not. */
const BEYOND: ReadonlySet<string> = new Set(['lists', 'ip', 'cidr', 'optional']);

/** Namespaces of CEL functions that Kubernetes does not have. */
const NOT_IN_KUBERNETES: ReadonlySet<string> = new Set(['math', 'base64']);

/** Functions that an expression may call without a receiver, with any arguments. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    'bool bytes cidr double duration dyn has int ip isCIDR isIP isQuantity isSemver isURL list map optional quantity semver',
    'size string timestamp type uint url',
  ].flatMap((line) => line.split(' ')),
);

type Broken = {
  readonly code?: string;
  readonly summary?: string;
  readonly range?: {readonly start: number; readonly end: number};
};

function compile(expression: string): Compiled {
  try {
    const environment = celEnvironment();
    const called = withOwnFunctions(expression);
    const checked = environment.check(called);
    if (checked.valid) {
      const isBool = checked.type === 'bool' || checked.type === 'dyn';
      return {is: 'rule', isBool, run: runner(environment.parse(called))};
    }
    return explained(checked.error ?? {}, expression);
  } catch (error) {
    return explained(isBroken(error) ? error : {}, expression);
  }
}

const isBroken = (error: unknown): error is Broken => error instanceof Error;

function explained({code = '', summary = 'it cannot be parsed', range}: Broken, expression: string): Compiled {
  const start = range?.start ?? 0;
  if (code === 'unknown_variable') return unknown(expression, expression.slice(start, range?.end), {start, summary});
  const called = /^found no matching overload for '([A-Za-z_]\w*)\(/.exec(summary)?.[1];
  if (called !== undefined && !FUNCTIONS.has(called))
    return {
      is: 'wrong',
      detail: goError(expression, start + called.length, undeclared(called)),
    };
  if (code === 'unexpected_token' || code === '' || code.startsWith('unterminated'))
    return {is: 'wrong', detail: goError(expression, start, `Syntax error: ${syntaxError(summary)}`)};
  return {is: 'beyond', why: summary};
}

function unknown(expression: string, name: string, {start, summary}: {start: number; summary: string}): Compiled {
  // The library parses a macro with two variables as an undeclared variable.
  if (
    BEYOND.has(name) ||
    /\b(?:all|exists|exists_one|existsOne|transformList|transformMap\w*)\([^()]*,[^()]*,/.test(expression)
  )
    return {is: 'beyond', why: summary};
  const detail = goError(expression, start, undeclared(name));
  const after = expression.slice(start + name.length);
  const called = NOT_IN_KUBERNETES.has(name) ? /^\.(\w+)(?=\()/.exec(after) : null;
  if (called === null) return {is: 'wrong', detail};
  const [{length}, method = ''] = called;
  const second = goError(expression, start + name.length + length, undeclared(method));
  return {is: 'wrong', detail: `${detail}\n${second.replace(/^compilation failed: /, '')}`};
}

const undeclared = (name: string): string => `undeclared reference to '${name}' (in container '')`;

/** Returns a syntax error in the words of cel-go, as far as they are known. */
const syntaxError = (summary: string): string =>
  summary === 'Unexpected token: EOF'
    ? "mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
    : summary;

/** Returns an error with its position in the expression, as cel-go prints it. */
function goError(expression: string, start: number, what: string): string {
  const before = expression.slice(0, start).split('\n');
  const line = before.length;
  const column = before.at(-1)?.length ?? 0;
  const source = expression.split('\n')[line - 1] ?? '';
  return `compilation failed: ERROR: <input>:${line}:${column + 1}: ${what}\n | ${source}\n | ${'.'.repeat(column)}^`;
}

/** The time limit of one rule, in milliseconds. The server stops at a cost of one million, which takes about this long. */
const LONGEST_MS = 1000;

function runner(evaluate: ParseResult): (variables: Variables) => Answer {
  return (variables) => {
    try {
      const ended = withinTime((): unknown => evaluate(variables), LONGEST_MS);
      return ended === undefined ? {is: 'costly'} : {is: 'value', value: ended.value};
    } catch (error) {
      return answerOf(error);
    }
  };
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof celLanguage().EvaluationError))
    return {is: 'error', message: error instanceof Error ? error.message : String(error)};
  const {code, summary} = error;
  switch (code) {
    case 'no_such_key':
      return {is: 'error', message: summary.replace(/^No such key/, 'no such key')};
    case 'index_out_of_bounds':
      return {is: 'error', message: `index out of bounds: ${/index (-?\d+)/.exec(summary)?.[1] ?? ''}`};
    case 'no_such_overload':
      return {is: 'error', message: 'no such overload'};
    case 'no_matching_overload':
      return {is: 'beyond', why: summary};
    default:
      return {is: 'error', message: summary};
  }
}

/** An entry of `x-kubernetes-validations`. Texts that are not set are empty. */
export type Rule = {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean;
};

/** Reads an entry of `x-kubernetes-validations`; values of a wrong type count as not set. */
export const ruleOf = (value: JsonObject[string] | undefined): Rule => {
  const rule = part(value);
  return {
    rule: text(rule['rule']),
    message: text(rule['message']),
    messageExpression: text(rule['messageExpression']),
    reason: text(rule['reason']),
    fieldPath: text(rule['fieldPath']),
    optionalOldSelf: isObject(value) && value['optionalOldSelf'] === true,
  };
};

/** Reports whether a rule uses `oldSelf` outside of string literals. */
export const usesOldSelf = ({rule}: Rule): boolean =>
  /\boldSelf\b/.test(rule.replaceAll(/"(?:\\[^]|[^"\\])*"?|'(?:\\[^]|[^'\\])*'?/g, '""'));
