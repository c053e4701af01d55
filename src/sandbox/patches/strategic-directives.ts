import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {goType, goValue} from '../model/go-value.ts';
import {failed} from '../model/refusals.ts';
import type {Refusal} from '../model/status.ts';

/** Directive for an object or a list item: `replace`, `merge` or `delete`. */
export const PATCH = '$patch';
/** Directive with the keys of a map that stay. All others are removed. */
export const RETAIN_KEYS = '$retainKeys';
/** Prefix of the directive with the order of a list's items. */
export const ORDER = '$setElementOrder/';
/** Prefix of the directive with the items to remove from a list of scalars. */
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

/** Reports whether a list item is a directive (`$patch`) and not a value. */
export const isDirective = (item: Json): boolean => isObject(item) && Object.hasOwn(item, PATCH);

/** Removes directives from a value; undefined if nothing else is left. */
export function withoutDirectives(value: Json): Json | undefined {
  if (isList(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (isDirective(value)) return undefined;
  const kept: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const plain = withoutDirectives(item);
    if (plain !== undefined) kept[key] = plain;
  }
  return kept;
}

/** Removes fields that are null. Null items of lists stay. */
export function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

/** Reports whether lists hold objects or scalars. Mixed lists and lists of lists cannot be merged. */
export function listElementType(...lists: readonly (readonly Json[])[]): 'map' | 'plain' {
  const names = new Set(lists.flatMap((list) => list.map((item) => goType(item))));
  if (names.size > 1) throw failed(`list element types are not identical: ${goValue(lists)}`);
  const [name] = names;
  if (name === undefined) throw failed('no elements in any of the given slices');
  return name === 'map[string]interface {}' ? 'map' : 'plain';
}

/** Returns the refusal of a `$patch` that is not replace, merge or delete, in the words of the strategicpatch package. */
export const unknownDirective = (directive: Json, map: JsonObject): Refusal =>
  failed(`unknown patch type: ${goValue(directive)} in map: ${goValue(map)}`);

/** Returns the refusal of an item without its merge key. */
export const noMergeKey = (item: Json, key: string): Refusal =>
  failed(`map: ${goValue(item)} does not contain declared merge key: ${key}`);

/** Returns the refusal of a value whose type differs from that of the field. */
export const expected = (type: string, value: Json): Refusal =>
  failed(`expected a ${type}, but received a ${goType(value)}`);
