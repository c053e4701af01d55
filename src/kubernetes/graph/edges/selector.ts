import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {meets, type Requirement} from '../../../core/selection/requirement.ts';

/** Labels of an object, by their names. */
export type Labels = Readonly<Record<string, string>>;

/** A label selector, or the plain map of a Service: all conditions must hold. */
export type Selector = readonly Requirement[];

/** Returns the labels that are texts; none for other JSON. */
export const labelsOf = (value: Json | undefined): Labels => Object.fromEntries(entries(value));

/** The selector of a Service: none selects nothing. */
export function serviceSelector(value: Json | undefined): Selector | undefined {
  const equals = equalsOf(value);
  return equals.length === 0 ? undefined : equals;
}

/** `{matchLabels, matchExpressions}`: an empty one selects everything, a missing one nothing, and so does one with an unknown operator. */
export function labelSelector(value: Json | undefined): Selector | undefined {
  if (!isObject(value)) return undefined;
  const written = value['matchExpressions'];
  const expressions = isList(written) ? written.filter(isObject).map(requirementOf) : [];
  const known = expressions.filter((one) => one !== undefined);
  return known.length === expressions.length ? [...equalsOf(value['matchLabels']), ...known] : undefined;
}

/** Reports whether a selector fits the labels. An empty selector fits all. */
export const selects = (selector: Selector, labels: Labels): boolean => selector.every((one) => meets(one, labels));

const equalsOf = (value: Json | undefined): Selector =>
  entries(value).map(([key, label]) => ({key, operator: 'In', values: [label]}));

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

function requirementOf({key, operator, values}: JsonObject): Requirement | undefined {
  const known = OPERATORS.find((one) => one === operator);
  if (typeof key !== 'string' || known === undefined) return undefined;
  return {key, operator: known, values: isList(values) ? values.filter((each) => typeof each === 'string') : []};
}

const entries = (value: Json | undefined): [string, string][] =>
  isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
