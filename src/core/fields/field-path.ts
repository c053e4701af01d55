import type {Json, JsonObject} from '../json.ts';

/** How one step leads from a value to a part of it (structured-merge-diff's PathElement). */
export type PathElement =
  | {readonly field: string}
  /** The item of a list of type map that has these key fields. */
  | {readonly key: JsonObject}
  /** The item of a list of type set with this value. */
  | {readonly value: Json}
  | {readonly index: number};

/** A path from the root of an object to a field, as in structured-merge-diff. */
export type FieldPath = readonly PathElement[];

/** For people and for plans: `spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].name`. */
export function formatFieldPath(path: FieldPath): string {
  return path.map((element, i) => formatElement(element, i === 0)).join('');
}

const PLAIN_FIELD = /^[A-Za-z_][A-Za-z0-9_-]*$/;

function formatElement(element: PathElement, first: boolean): string {
  if ('field' in element) {
    if (!PLAIN_FIELD.test(element.field)) return `[${JSON.stringify(element.field)}]`;
    return first ? element.field : `.${element.field}`;
  }
  if ('key' in element) return `[${formatKey(element.key)}]`;
  if ('index' in element) return `[${element.index}]`;
  // A number in brackets would read as an index.
  return typeof element.value === 'string'
    ? `[${JSON.stringify(element.value)}]`
    : `[=${JSON.stringify(element.value)}]`;
}

const formatKey = (key: JsonObject): string =>
  Object.keys(key)
    .toSorted()
    .map((name) => `${name}=${JSON.stringify(key[name])}`)
    .join(',');

/** One text per path: equal paths give equal texts, so it serves as a map key and as a stable order. */
export const fieldPathKey = (path: FieldPath): string => path.map(elementKey).join('\u0000');

/**
 * The step as FieldsV1 writes it (`f:spec`, `k:{"name":"app"}`, `v:"x"`, `i:0`): its one spelling, equal for equal steps.
 */
export function elementKey(element: PathElement): string {
  if ('field' in element) return `f:${element.field}`;
  if ('key' in element) return listMapKey(element.key);
  if ('index' in element) return `i:${element.index}`;
  return `v:${scalarText(element.value)}`;
}

function listMapKey(key: JsonObject): string {
  const names = Object.keys(key);
  if (names.length > 1) names.sort();
  return `k:{${names.map((name) => `${JSON.stringify(name)}:${scalarText(key[name] ?? null)}`).join(',')}}`;
}

/** The step that a FieldsV1 name means; undefined where a later version of the format added a kind of step. */
export function parseElement(text: string): PathElement | undefined {
  const rest = text.slice(2);
  switch (text.slice(0, 2)) {
    case 'f:':
      return {field: rest};
    case 'k:':
      return {key: JSON.parse(rest) as JsonObject};
    case 'v:':
      return {value: JSON.parse(rest) as Json};
    case 'i:':
      return {index: Number(rest)};
    default:
      return undefined;
  }
}

const HTML = /[<>&\u2028\u2029]/;

/** JSON as Go writes it: with <, > and & escaped. */
function scalarText(value: Json): string {
  const text = JSON.stringify(value);
  return HTML.test(text) ? text.replace(new RegExp(HTML, 'g'), escapeChar) : text;
}

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
