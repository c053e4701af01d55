import type {FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import type {FieldFinder} from '../../core/variation/explain-path.ts';
import {DEDUCED} from '../fields/schema.ts';
import {findField, nearestFields} from '../plan/find-field.ts';

/** The path of a user's text in one object. */
export type FoundField = {readonly path: JsonPath; readonly find: FieldFinder};

/**
 * Finds the field that a text names (`spec.replicas`, `containers[0].image`, `containers[name="app"].image`,
 * `labels["a.b/c"]`), in the first object that has it.
 */
export function fieldFinder(text: string, objects: readonly JsonObject[]): FoundField | undefined {
  for (const object of objects) {
    const found = findField(text, [object], DEDUCED);
    const path = found && jsonPath(found);
    if (path !== undefined) return finderAt(path, object);
  }
  return undefined;
}

/** Returns the field at a path of an object, to find it in others. */
export const finderAt = (path: JsonPath, object: Json): FoundField => ({
  path,
  find: (other) => follow(path, object, other),
});

/** Returns paths in the objects that are similar to a text, for hints. */
export const nearestPaths = (text: string, objects: readonly JsonObject[]): readonly string[] =>
  nearestFields(text, objects, DEDUCED);

function jsonPath(path: FieldPath): JsonPath | undefined {
  const steps = path.map((element) =>
    'field' in element ? element.field : 'index' in element ? element.index : undefined,
  );
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

/** Finds the same field in another state of the object: a list item with a name is found by its name. */
function follow(path: JsonPath, from: Json, to: Json): JsonPath | undefined {
  const followed: (string | number)[] = [];
  for (const [i, step] of path.entries()) {
    const list = jsonAt(to, followed);
    const name = typeof step === 'number' ? nameOf(jsonAt(from, path.slice(0, i + 1))) : undefined;
    const index = name === undefined || !isList(list) ? -1 : list.findIndex((item) => nameOf(item) === name);
    if (name !== undefined && index === -1) return undefined;
    followed.push(name === undefined ? step : index);
  }
  return jsonAt(to, followed) === undefined ? undefined : followed;
}

const nameOf = (item: Json | undefined): string | undefined =>
  item !== undefined && isObject(item) && typeof item['name'] === 'string' ? item['name'] : undefined;
