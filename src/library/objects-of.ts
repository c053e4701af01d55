import {GantryError} from '../core/failure/failure.ts';
import type {Json, JsonObject} from '../core/json.ts';

/**
 * Returns objects of a program as JSON. A member that is undefined is left out, as in the classes of Kubernetes clients.
 * @throws GantryError input/usage for a value that JSON cannot represent, with its path
 */
export const objectsOf = (resources: readonly object[]): readonly JsonObject[] =>
  resources.map((resource, index) => membersOf(resource, `resources[${index}]`));

function membersOf(object: object, path: string): JsonObject {
  if (Array.isArray(object) || !isPlain(object)) throw notJson(object, path);
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, jsonOf(value, `${path}.${name}`)]));
}

function jsonOf(value: unknown, path: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => jsonOf(item, `${path}[${index}]`));
  if (typeof value === 'object') return membersOf(value, path);
  throw notJson(value, path);
}

/** Reports whether an object has only members: a Date, a Map or a Buffer would become something else. */
const isPlain = (object: object): boolean =>
  !(object instanceof Date || object instanceof Map || object instanceof Set || ArrayBuffer.isView(object));

function notJson(value: unknown, path: string): GantryError {
  const what = typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value;
  return new GantryError({
    code: 'input/usage',
    message: `${path} has a value of type ${what}, which JSON cannot represent.`,
    hint: 'Pass plain objects, lists, strings, numbers, booleans and null.',
  });
}
