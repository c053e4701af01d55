import {isObject, type Json, type JsonObject} from '../json.ts';
import {elementKey, parseElement} from './field-path.ts';
import {type FieldSet, type FieldSetBuilder, isEmptySet, newFieldSet} from './field-set.ts';

/** Reads the `fieldsV1` of a managed-fields entry. Steps of an unknown kind are dropped, as the server does. */
export function fromFieldsV1(json: JsonObject): FieldSet {
  const set = newFieldSet();
  for (const name of Object.keys(json)) {
    const key = name === '.' ? undefined : canonicalStep(name);
    if (key !== undefined) read(set, key, json[name]);
  }
  return set;
}

function read(set: FieldSetBuilder, key: string, json: Json | undefined): void {
  const child = isObject(json) ? (fromFieldsV1(json) as FieldSetBuilder) : newFieldSet();
  const itself = isObject(json) && '.' in json;
  if (!isEmptySet(child)) set.children.set(key, child);
  // A step with nothing below it can only mean itself.
  if (itself || isEmptySet(child)) set.members.add(key);
}

/** The one spelling of a step: other writers may have sorted or escaped its JSON in another way. */
function canonicalStep(name: string): string | undefined {
  if (name.startsWith('f:')) return name;
  try {
    const element = parseElement(name);
    return element === undefined ? undefined : elementKey(element);
  } catch {
    return undefined;
  }
}

/** Writes a set as the server stores it. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const json: Record<string, Json> = {};
  for (const key of [...set.members.union(new Set(set.children.keys()))].toSorted()) {
    const child = set.children.get(key);
    const inside = child === undefined ? {} : toFieldsV1(child);
    json[key] = child !== undefined && set.members.has(key) ? {'.': {}, ...inside} : inside;
  }
  return json;
}
