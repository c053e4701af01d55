import {elementKey, parseElement} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
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
  // A step with nothing below it can only be a member itself.
  if (itself || isEmptySet(child)) set.members.add(key);
}

/** Returns the canonical spelling of a step: other writers may sort or escape its JSON differently. */
function canonicalStep(name: string): string | undefined {
  if (name.startsWith('f:')) return name;
  try {
    const element = parseElement(name);
    return element === undefined ? undefined : elementKey(element);
  } catch {
    return undefined;
  }
}

/**
 * Reports whether a stored entry has exactly these fields, without parsing it into a set: this runs for every object of
 * every run. An entry that another writer spelled differently may not be recognized, which costs one request.
 */
export function isFieldsV1Of(set: FieldSet, json: Json | undefined): boolean {
  return isObject(json) && !('.' in json) && hasExactly(set, json);
}

function hasExactly(set: FieldSet, json: JsonObject): boolean {
  let [members, children] = [set.members.size, set.children.size];
  for (const key of Object.keys(json)) {
    const inside = json[key];
    if (key === '.') continue;
    if (!isObject(inside)) return false;
    const child = set.children.get(key);
    const itself = child === undefined || '.' in inside;
    if (itself !== set.members.has(key)) return false;
    members -= Number(itself);
    if (child === undefined) {
      if (Object.keys(inside).length > 0) return false;
    } else {
      children--;
      if (!hasExactly(child, inside)) return false;
    }
  }
  return members === 0 && children === 0;
}

/** Converts a set to the format in which the server stores it. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const json: Record<string, Json> = {};
  for (const key of [...set.members.union(new Set(set.children.keys()))].toSorted()) {
    const child = set.children.get(key);
    const inside = child === undefined ? {} : toFieldsV1(child);
    json[key] = child !== undefined && set.members.has(key) ? {'.': {}, ...inside} : inside;
  }
  return json;
}
