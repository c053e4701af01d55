import {Environment, EvaluationError, type ParseResult} from '@marcbachmann/cel-js';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Condition} from '../../core/readiness/condition.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {withinTime} from '../../lib/within-time.ts';
import type {CompiledCondition, Conditions} from '../../ports/conditions.ts';

/** By these names an expression knows the object: the whole of it twice, as Kubernetes' own rules call it, and its parts. */
const VARIABLES = ['self', 'object', 'metadata', 'spec', 'status'] as const;

/** Conditions in CEL, the language of Kubernetes' own validation rules. */
export function celConditions(): Conditions {
  const environment = new Environment({homogeneousAggregateLiterals: false, enableOptionalTypes: true});
  for (const name of VARIABLES) environment.registerVariable(name, 'map');
  return {compile: (expression) => compile(environment, expression)};
}

type Broken = {
  readonly code?: string;
  readonly summary?: string;
  readonly range?: {readonly start: number; readonly end: number};
};

function compile(environment: Environment, expression: string): CompiledCondition {
  if (expression.trim() === '') return wrong('an empty text is no condition', 0, expression.length);
  const checked = environment.check(expression);
  if (!checked.valid) return explained(checked.error ?? {}, expression);
  if (checked.type !== 'bool' && checked.type !== 'dyn')
    return wrong(`a condition is true or false, and this is ${typeWord(checked.type)}`, 0, expression.length);
  return {kind: 'condition', holds: conditionOf(environment.parse(expression), expression)};
}

const wrong = (message: string, start: number, end: number, hint?: string): CompiledCondition => ({
  kind: 'wrong',
  message,
  start,
  end,
  hint,
});

function explained({code, summary = 'it cannot be read', range}: Broken, expression: string): CompiledCondition {
  const {start, end} = range ?? {start: 0, end: expression.length};
  const part = expression.slice(start, end);
  if (code !== 'unknown_variable')
    return wrong(
      summary.replace('Unexpected token: EOF', 'the expression ends too early'),
      start,
      end,
      part === '=' ? 'To compare is written `==`.' : undefined,
    );
  const nearest = didYouMean(part, VARIABLES);
  const hint = nearest === undefined ? `Known here: ${VARIABLES.join(', ')}.` : `Did you mean \`${nearest}\`?`;
  return wrong(`there is no variable \`${part}\``, start, end, hint);
}

const typeWord = (type = 'something else'): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** An expression over one object takes well under a millisecond. */
const LONGEST_MS = 500;
/** Then it is not asked again: many objects would together hold the run as long as one endless expression. */
const MOST_TIMEOUTS = 3;
const TOO_SLOW = {problem: `it takes longer than ${LONGEST_MS} ms for one object`, absent: false};

function conditionOf(evaluate: ParseResult, expression: string): Condition {
  let timeouts = 0;
  return (object) => {
    if (timeouts >= MOST_TIMEOUTS) return TOO_SLOW;
    try {
      const variables = variablesOf(object);
      const ended = withinTime((): unknown => evaluate(variables), LONGEST_MS);
      if (ended === undefined) {
        timeouts++;
        return TOO_SLOW;
      }
      const answer = ended.value;
      return typeof answer === 'boolean' ? answer : {problem: 'it is neither true nor false', absent: answer === null};
    } catch (error) {
      if (error instanceof EvaluationError) return problemOf(error, expression);
      throw error;
    }
  };
}

function variablesOf(object: JsonObject): Record<string, unknown> {
  // An object without a status yet is one whose status is empty: `has(status.x)` is a question about it, not an error.
  const part = (name: string): JsonObject => (isObject(object[name]) ? object[name] : {});
  const self = valueOf({...object, metadata: withoutManagers(part('metadata'))});
  const parts = ['metadata', 'spec', 'status'].map((name) => [name, (self as JsonObject)[name] ?? {}]);
  return {self, object: self, ...Object.fromEntries(parts)};
}

/** Nobody asks who owns which field, and it is the larger half of many objects. */
const withoutManagers = ({managedFields: _, ...metadata}: JsonObject): JsonObject => metadata;

/** JSON as CEL knows it: a number without a fraction is an int. */
function valueOf(value: Json): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (isList(value)) return value.map(valueOf);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, valueOf(inner)]));
}

/** These texts hold types and positions, no values. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set([
  'no_such_overload',
  'no_matching_overload',
  'index_out_of_bounds',
]);

/** Other texts may quote a value, and a value may be a secret: then only the code is told. */
function problemOf({code, summary}: EvaluationError, expression: string): {problem: string; absent: boolean} {
  const absent = code === 'no_such_key' || code === 'index_out_of_bounds';
  const key = code === 'no_such_key' ? summary.replace(/^No such key: /, '') : '';
  if (key !== '' && expression.includes(key)) return {problem: `there is no ${key}`, absent};
  const problem = WITHOUT_VALUES.has(code) ? summary.replace(/^No such key: /, '') : code.replaceAll('_', ' ');
  return {problem, absent};
}
