import {isList, type Json, type JsonObject} from '../../../core/json.ts';
import {labelSelector, labelsOf, selects} from '../../../kubernetes/graph/edges/selector.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, invalids, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {labelValue, qualifiedName} from '../formats.ts';
import {asText, entriesOf, itemsAt} from '../objects/fields.ts';

/** Checks labels (`ValidateLabels`): keys are qualified names. Problems name the whole map, not the key. */
export const labelsProblems = (labels: JsonObject | undefined, path: string): readonly Problem[] =>
  entriesOf(labels).flatMap(([key, value]) => [
    ...invalids(path, key, qualifiedName(key)),
    ...invalids(path, value, labelValue(asText(value))),
  ]);

/** Checks annotations: the keys, in any case of letters, and the total size. The values are not restricted. */
export function annotationsProblems(annotations: JsonObject | undefined, path: string): readonly Problem[] {
  const size = entriesOf(annotations).reduce((sum, [key, value]) => sum + key.length + asText(value).length, 0);
  return [
    ...entriesOf(annotations).flatMap(([key]) => invalids(path, key, qualifiedName(key.toLowerCase()))),
    ...(size > MOST_ANNOTATIONS
      ? [
          {
            reason: 'FieldValueTooLong',
            field: path,
            message: `Too long: may not be more than ${MOST_ANNOTATIONS} bytes`,
          } as const,
        ]
      : []),
  ];
}

const MOST_ANNOTATIONS = 256 * 1024;

/** Checks a label selector (`ValidateLabelSelector`). An empty selector is valid here. */
export function selectorProblems(selector: JsonObject | undefined, path: string): readonly Problem[] {
  return [
    ...labelsProblems(objectAt(selector, 'matchLabels'), child(path, 'matchLabels')),
    ...itemsAt(selector, 'matchExpressions').flatMap(([expression, index]) =>
      expressionProblems(expression, at(child(path, 'matchExpressions'), index)),
    ),
  ];
}

function expressionProblems(expression: JsonObject, path: string): readonly Problem[] {
  const [key, values] = [textAt(expression, 'key'), listAt(expression, 'values')];
  return [
    ...operatorProblems(textAt(expression, 'operator'), values, path),
    ...invalids(child(path, 'key'), key, qualifiedName(key)),
    ...values.flatMap((value, index) => invalids(at(child(path, 'values'), index), value, labelValue(asText(value)))),
  ];
}

/** Checks that an operator of a label selector comes with the values that it needs, or without any. */
export function operatorProblems(operator: string, values: readonly Json[], path: string): readonly Problem[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [required(child(path, 'values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [forbidden(child(path, 'values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalid(child(path, 'operator'), operator, 'not a valid selector operator')];
  }
}

/** Compiles a label selector; undefined if it is invalid. A missing selector matches nothing, an empty one everything. */
export function meaningOf(selector: JsonObject | undefined): ((labels: JsonObject | undefined) => boolean) | undefined {
  if (selectorProblems(selector, '').length > 0) return undefined;
  const wanted = labelSelector(selector);
  return (labels) => wanted !== undefined && selects(wanted, labelsOf(labels));
}

/** Reports whether a selector has neither labels nor expressions. */
export const isEmptySelector = (selector: JsonObject): boolean =>
  Object.keys(partAt(selector, 'matchLabels')).length === 0 &&
  (!isList(selector['matchExpressions']) || selector['matchExpressions'].length === 0);
