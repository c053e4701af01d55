import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {listAt, textAt} from '../model/part.ts';

/** Returns labels as kubectl prints them: `app=web,tier=front`, or `<none>`. */
export const labelsText = (labels: Json | undefined): string => pairs(labels).join(',') || '<none>';

/** Returns a label selector in one line, sorted by key; `<none>` if it is missing or empty. */
export const selectorText = (selector: Json | undefined): string => bareSelectorText(selector) || '<none>';

/** Returns the same text as `selectorText`, but an empty one in place of `<none>`. */
export function bareSelectorText(selector: Json | undefined): string {
  if (!isObject(selector)) return '';
  const labels = isObject(selector['matchLabels']) ? selector['matchLabels'] : {};
  const equal = Object.keys(labels).map((key) => ({key, text: `${key}=${textAt(labels, key)}`}));
  const others = listAt(selector, 'matchExpressions')
    .filter(isObject)
    .map((expression) => ({key: textAt(expression, 'key'), text: expressionText(expression)}));
  return [...equal, ...others]
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({text}) => text)
    .join(',');
}

function expressionText(expression: JsonObject): string {
  const key = textAt(expression, 'key');
  const values = () => `(${listAt(expression, 'values').map(String).toSorted().join(',')})`;
  switch (textAt(expression, 'operator')) {
    case 'In':
      return `${key} in ${values()}`;
    case 'NotIn':
      return `${key} notin ${values()}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}

const pairs = (labels: Json | undefined): readonly string[] =>
  isObject(labels)
    ? Object.keys(labels)
        .toSorted()
        .map((key) => `${key}=${textAt(labels, key)}`)
    : [];
