import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {meets, type Requirement} from '../../../core/selection/requirement.ts';

/** The labels of an object by name. */
export type Labels = Readonly<Record<string, string>>;

/** A label selector, or the plain map of a Service. All conditions must hold. */
export type Selector = readonly Requirement[];

/** Returns the labels that are texts; none for other JSON. */
export const labelsOf = (value: Json | undefined): Labels => Object.fromEntries(entries(value));

/** Returns the selector of a Service. A missing one selects nothing. */
export function serviceSelector(value: Json | undefined): Selector | undefined {
  const equals = equalsOf(value);
  return equals.length === 0 ? undefined : equals;
}

/**
 * Returns the selector of `{matchLabels, matchExpressions}`. An empty one selects everything; a missing one, or one
 * with an unknown operator, selects nothing.
 */
export function labelSelector(value: Json | undefined): Selector | undefined {
  if (!isObject(value)) return undefined;
  const written = value['matchExpressions'];
  const expressions = isList(written) ? written.filter(isObject).map(requirementOf) : [];
  const known = expressions.filter((one) => one !== undefined);
  return known.length === expressions.length ? [...equalsOf(value['matchLabels']), ...known] : undefined;
}

/** Reports whether a selector matches the labels. An empty selector matches all. */
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
