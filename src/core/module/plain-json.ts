import type {Json, JsonPath} from '../json.ts';
import {showPath} from '../reference/path.ts';

/** A value of a program as JSON, or the first value that JSON does not have. */
export type PlainJson = {readonly json: Json} | {readonly problem: string};

/** The depth at which a value counts as endless. */
const DEEPEST = 100;

/** Copies a value that a program returned as JSON. A field that is undefined is left out, as `JSON.stringify` does. */
export function plainJson(value: unknown): PlainJson {
  try {
    return {json: copy(value, [])};
  } catch (error) {
    if (error instanceof NotJson) return {problem: error.message};
    throw error;
  }
}

class NotJson extends Error {}

function copy(value: unknown, path: JsonPath): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(path, String(value));
  if (typeof value !== 'object') return refuse(path, value === undefined ? 'undefined' : `a ${typeof value}`);
  if (path.length > DEEPEST) return refuse(path.slice(0, 3), 'a value that contains itself');
  if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return refuse(path, `a ${value.constructor.name}`);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [[key, copy(field, [...path, key])]])),
  ) as Json;
}

function refuse(path: JsonPath, what: string): never {
  throw new NotJson(path.length === 0 ? `it is ${what}` : `\`${showPath(path)}\` is ${what}`);
}
