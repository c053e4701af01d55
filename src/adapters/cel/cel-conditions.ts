import {Environment, EvaluationError, type ParseResult} from '@marcbachmann/cel-js';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {withinTime} from '../../lib/within-time.ts';
import type {CompiledCondition, Conditions, EvaluationProblem, WrongExpression} from '../../ports/conditions.ts';
import {jsonOf} from './json-of.ts';

/** The variables of an expression: the whole object under both names that Kubernetes' own rules use, and its parts. */
const VARIABLES = ['self', 'object', 'metadata', 'spec', 'status'] as const;

/** Returns conditions in CEL, the language of Kubernetes' own validation rules. */
export function celConditions(): Conditions {
  const ofObject = languageOf(VARIABLES, variablesOf);
  return {
    compile: (expression) => compile(ofObject, expression),
    compileOver: (names, expression) => compile(languageOf(names, celValues), expression),
    compileMapping: (names, expression) => {
      const evaluator = evaluatorOf(languageOf(names, celValues), expression, {type: 'map', word: 'the result'});
      if (evaluator.kind === 'wrong') return evaluator;
      return {kind: 'mapping', give: (values) => mappingIn(evaluator.evaluate(values))};
    },
  };
}

/** The variables of expressions, and how their values are made. */
type Language = {
  readonly environment: Environment;
  readonly names: readonly string[];
  readonly variables: (object: JsonObject) => Record<string, unknown>;
};

function languageOf(names: readonly string[], variables: Language['variables']): Language {
  const environment = new Environment({homogeneousAggregateLiterals: false, enableOptionalTypes: true});
  for (const name of names) environment.registerVariable(name, 'map');
  return {environment, names, variables};
}

type Broken = {
  readonly code?: string;
  readonly summary?: string;
  readonly range?: {readonly start: number; readonly end: number};
};

function compile(language: Language, expression: string): CompiledCondition {
  const evaluator = evaluatorOf(language, expression, {type: 'bool', word: 'a condition'});
  if (evaluator.kind === 'wrong') return evaluator;
  return {
    kind: 'condition',
    holds: (object) => {
      const answer = evaluator.evaluate(object);
      if ('problem' in answer) return answer;
      const {value} = answer;
      return typeof value === 'boolean'
        ? value
        : {problem: 'its result is neither true nor false', absent: value === null};
    },
  };
}

type Answer = {readonly value: unknown} | EvaluationProblem;

type Evaluator = {readonly kind: 'evaluator'; readonly evaluate: (object: JsonObject) => Answer};

/** Returns the function that evaluates an expression. @param wanted the type of the result, and the name of the result in messages */
function evaluatorOf(
  language: Language,
  expression: string,
  {type, word}: {readonly type: 'bool' | 'map'; readonly word: string},
): Evaluator | WrongExpression {
  const {environment, names, variables} = language;
  if (expression.trim() === '') return wrong('an empty text is not a condition', 0, expression.length);
  const checked = environment.check(expression);
  if (!checked.valid) return explained(checked.error ?? {}, expression, names);
  if (checked.type !== 'dyn' && checked.type?.split('<')[0] !== type)
    return wrong(`${word} must be a ${type}, not ${typeWord(checked.type)}`, 0, expression.length);
  return {kind: 'evaluator', evaluate: answerOf(environment.parse(expression), {expression, variables})};
}

/** Returns the result of an expression as a mapping in JSON. */
function mappingIn(answer: Answer): {readonly value: JsonObject} | EvaluationProblem {
  if ('problem' in answer) return answer;
  const value = jsonOf(answer.value);
  return value !== undefined && isObject(value)
    ? {value}
    : {problem: 'its result is not a map', absent: value === null};
}

const wrong = (message: string, start: number, end: number, hint?: string): WrongExpression => ({
  kind: 'wrong',
  message,
  start,
  end,
  hint,
});

function explained(
  {code, summary = 'it cannot be read', range}: Broken,
  expression: string,
  names: readonly string[],
): WrongExpression {
  const {start, end} = range ?? {start: 0, end: expression.length};
  const part = expression.slice(start, end);
  if (code !== 'unknown_variable')
    return wrong(
      summary.replace('Unexpected token: EOF', 'the expression ends too early'),
      start,
      end,
      part === '=' ? 'Use `==` to compare.' : undefined,
    );
  const nearest = didYouMean(part, names);
  const hint = nearest === undefined ? `Use one of: ${names.join(', ')}.` : `Did you mean \`${nearest}\`?`;
  return wrong(`the variable \`${part}\` does not exist`, start, end, hint);
}

const typeWord = (type = 'something else'): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** The time limit of an expression over one object, in milliseconds. It usually takes well under a millisecond. */
const LONGEST_MS = 500;
/** The number of timeouts after which an expression is not evaluated again. Otherwise many objects together could block the run. */
const MOST_TIMEOUTS = 3;
const TOO_SLOW = {problem: `it takes longer than ${LONGEST_MS} ms for one object`, absent: false};

type Evaluated = Pick<Language, 'variables'> & {readonly expression: string};

function answerOf(
  evaluate: ParseResult,
  {expression, variables: variablesFor}: Evaluated,
): (object: JsonObject) => Answer {
  let timeouts = 0;
  return (object) => {
    if (timeouts >= MOST_TIMEOUTS) return TOO_SLOW;
    try {
      const variables = variablesFor(object);
      const ended = withinTime((): unknown => evaluate(variables), LONGEST_MS);
      if (ended !== undefined) return ended;
      timeouts++;
      return TOO_SLOW;
    } catch (error) {
      if (error instanceof EvaluationError) return problemOf(error, expression);
      throw error;
    }
  };
}

function variablesOf(object: JsonObject): Record<string, unknown> {
  // A missing status counts as an empty one, so that `has(status.x)` is a valid question and not an error.
  const part = (name: string): JsonObject => (isObject(object[name]) ? object[name] : {});
  const self = valueOf({...object, metadata: withoutManagers(part('metadata'))});
  const parts = ['metadata', 'spec', 'status'].map((name) => [name, (self as JsonObject)[name] ?? {}]);
  return {self, object: self, ...Object.fromEntries(parts)};
}

const celValues = (values: JsonObject): Record<string, unknown> => valueOf(values) as Record<string, unknown>;

/** Removes managedFields, which expressions do not need and which are the larger half of many objects. */
const withoutManagers = ({managedFields: _, ...metadata}: JsonObject): JsonObject => metadata;

/** Converts JSON to CEL values: a number without a fraction is an int. */
function valueOf(value: Json): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (isList(value)) return value.map(valueOf);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueOf(inner)]));
}

/** The codes of errors whose texts contain types and positions, but no values. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set([
  'no_such_overload',
  'no_matching_overload',
  'index_out_of_bounds',
]);

/** Returns the problem of an evaluation. Only the code is used for texts that may quote a value, because the value may be a secret. */
function problemOf({code, summary}: EvaluationError, expression: string): {problem: string; absent: boolean} {
  const absent = code === 'no_such_key' || code === 'index_out_of_bounds';
  const key = code === 'no_such_key' ? summary.replace(/^No such key: /, '') : '';
  if (key !== '' && expression.includes(key)) return {problem: `${key} does not exist`, absent};
  const problem = WITHOUT_VALUES.has(code) ? summary.replace(/^No such key: /, '') : code.replaceAll('_', ' ');
  return {problem, absent};
}
