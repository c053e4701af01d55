import type {Json, JsonObject} from '../json.ts';

/** A step from a value to a part of it (structured-merge-diff's PathElement). */
export type PathElement =
  | {readonly field: string}
  /** The item of a list of type map that has these key fields. */
  | {readonly key: JsonObject}
  /** The item of a list of type set with this value. */
  | {readonly value: Json}
  | {readonly index: number};

/** A path from the root of an object to a field, as in structured-merge-diff. */
export type FieldPath = readonly PathElement[];

/** Formats a path for users and plans: `spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].name`. */
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

/** Returns a unique text for a path, for map keys and for a stable order. */
export const fieldPathKey = (path: FieldPath): string => path.map(elementKey).join('\u0000');

/**
 * Returns a step in the notation of FieldsV1: `f:spec`, `k:{"name":"app"}`, `v:"x"`, `i:0`. Equal steps have equal texts.
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

/** Parses a name of FieldsV1; undefined for a kind of step from a later version of the format. */
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

/** Formats a value as JSON like Go, with <, > and & escaped. */
function scalarText(value: Json): string {
  const text = JSON.stringify(value);
  return HTML.test(text) ? text.replace(new RegExp(HTML, 'g'), escapeChar) : text;
}

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
