import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';

/** Labels of an object, by their names. */
export type Labels = Readonly<Record<string, string>>;

/** A label selector, or the plain map of a Service, in one shape. */
export type Selector = {
  readonly equals: readonly (readonly [key: string, value: string])[];
  readonly expressions: readonly Expression[];
};

type Expression = {readonly key: string; readonly operator: string; readonly values: readonly string[]};

/** Returns the labels that are texts; none for other JSON. */
export const labelsOf = (value: Json | undefined): Labels => Object.fromEntries(entries(value));

/** The selector of a Service: none selects nothing. */
export function serviceSelector(value: Json | undefined): Selector | undefined {
  const equals = entries(value);
  return equals.length === 0 ? undefined : {equals, expressions: []};
}

/** `{matchLabels, matchExpressions}`: an empty one selects everything, a missing one nothing. */
export function labelSelector(value: Json | undefined): Selector | undefined {
  if (!isObject(value)) return undefined;
  const expressions = value['matchExpressions'];
  return {
    equals: entries(value['matchLabels']),
    expressions: isList(expressions) ? expressions.filter(isObject).map(expression) : [],
  };
}

/** Reports whether a selector fits the labels. An empty selector fits all. */
export const selects = ({equals, expressions}: Selector, labels: Labels): boolean =>
  equals.every(([key, value]) => labelAt(labels, key) === value) && expressions.every((each) => holds(each, labels));

/** Keys come from users: `constructor` is one like any other. */
const labelAt = (labels: Labels, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

function holds({key, operator, values}: Expression, labels: Labels): boolean {
  const value = labelAt(labels, key);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

function expression(value: JsonObject): Expression {
  const {key, operator, values} = value;
  return {
    key: typeof key === 'string' ? key : '',
    operator: typeof operator === 'string' ? operator : '',
    values: isList(values) ? values.filter((each) => typeof each === 'string') : [],
  };
}

const entries = (value: Json | undefined): [string, string][] =>
  isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
