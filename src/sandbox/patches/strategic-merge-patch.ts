import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {goValue} from '../model/go-value.ts';
import {failed} from '../model/refusals.ts';
import type {PatchType} from './patch-type.ts';
import {retainKeys} from './retain-keys.ts';
import {
  DELETE_FROM_LIST,
  expected,
  isDirective,
  listElementType,
  noMergeKey,
  ORDER,
  PATCH,
  unknownDirective,
  withoutDirectives,
  withoutNulls,
} from './strategic-directives.ts';
import {inOrder} from './strategic-order.ts';

/** Applies a strategic merge patch. `schema` says which lists are merged, and by which key. */
export function applyStrategicPatch(object: JsonObject, patch: JsonObject, schema: PatchType): JsonObject {
  return mergedMap(object, patch, schema);
}

function mergedMap(before: JsonObject, patch: JsonObject, schema: PatchType): JsonObject {
  const directive = patch[PATCH];
  if (directive === 'replace') return without(patch, PATCH);
  if (directive === 'delete') return {};
  if (directive !== undefined) throw unknownDirective(directive, patch);
  const retained = retainKeys(before, patch);
  const ordered = withOrder(retained.before, retained.patch, schema);
  const merged: Record<string, Json> = {...ordered.before};
  for (const [key, value] of Object.entries(ordered.patch)) {
    const kept = mergedField(merged, key, value, schema);
    const name = key.startsWith(DELETE_FROM_LIST) ? key.slice(DELETE_FROM_LIST.length) : key;
    if (kept === undefined) delete merged[name];
    else merged[name] = kept;
  }
  return merged;
}

function without(object: JsonObject, key: string): JsonObject {
  const {[key]: _, ...rest} = object;
  return rest;
}

/** Returns the new value of a field; undefined if the field is removed or not created. */
function mergedField(merged: JsonObject, key: string, patch: Json, schema: PatchType): Json | undefined {
  const deletes = key.startsWith(DELETE_FROM_LIST);
  const name = deletes ? key.slice(DELETE_FROM_LIST.length) : key;
  const there = Object.hasOwn(merged, name) ? merged[name] : undefined;
  if (patch === null) return undefined;
  if (isObject(there) && isObject(patch)) {
    const field = schema.field(name);
    return field.strategy === 'replace' ? patch : mergedMap(there, patch, field.type);
  }
  if (isList(there) && isList(patch)) return mergedList(there, patch, {schema, name}, deletes);
  if (deletes) return there;
  return withoutDirectives(withoutNulls(patch));
}

/** A field and the type of its object. */
type PatchField = {readonly schema: PatchType; readonly name: string};

function mergedList(
  before: readonly Json[],
  patch: readonly Json[],
  {schema, name}: PatchField,
  deletes: boolean,
): Json {
  const {type, strategy, mergeKey} = schema.field(name);
  if (strategy !== 'merge' && !deletes) return patch;
  if (before.length === 0 && patch.length === 0) return before;
  if (listElementType(before, patch) !== 'map') {
    if (deletes) return before.filter((item) => !patch.includes(item));
    const merged = [...new Set([...before, ...patch])];
    return inOrder({merged, order: patch, before, mergeKey: undefined});
  }
  if (mergeKey === undefined) throw failed(`cannot merge lists without merge key for ${name}`);
  const start = applyDirectives(before, patch, mergeKey);
  const merged = mergedItems(start.before, start.patch, mergeKey, type);
  return inOrder({merged, order: start.patch, before: start.before, mergeKey});
}

/** Applies the list items with a `$patch` directive, before the merge. */
function applyDirectives(before: readonly Json[], patch: readonly Json[], mergeKey: string) {
  let kept: readonly Json[] = before;
  let replace = false;
  const plain: Json[] = [];
  for (const item of patch) {
    const directive = isObject(item) ? item[PATCH] : undefined;
    if (!isObject(item) || directive === undefined) plain.push(item);
    else if (directive === 'delete') {
      if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
      kept = kept.filter((there) => !hasKey(there, mergeKey, item[mergeKey]));
    } else if (directive === 'replace') replace = true;
    else if (directive === 'merge') throw failed('merging lists cannot yet be specified in the patch');
    else throw unknownDirective(directive, item);
  }
  return replace ? {before: plain, patch: []} : {before: kept, patch: plain};
}

const hasKey = (item: Json, key: string, value: Json | undefined): boolean =>
  isObject(item) && Object.hasOwn(item, key) && item[key] === value;

function mergedItems(
  before: readonly Json[],
  patch: readonly Json[],
  mergeKey: string,
  type: PatchType,
): readonly Json[] {
  const merged = [...before];
  for (const item of patch) {
    if (!isObject(item) || !Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
    const index = merged.findIndex((there) => hasKey(there, mergeKey, item[mergeKey]));
    const there = merged[index];
    if (isObject(there)) merged[index] = mergedMap(there, item, type);
    else merged.push(item);
  }
  return merged;
}

/** Merges the lists for which the patch has an order, and removes them from the patch. */
function withOrder(before: JsonObject, patch: JsonObject, schema: PatchType): {before: JsonObject; patch: JsonObject} {
  const result: Record<string, Json> = {...before};
  const rest: Record<string, Json> = {...patch};
  for (const [directive, order] of Object.entries(patch)) {
    if (!directive.startsWith(ORDER)) continue;
    delete rest[directive];
    const key = directive.slice(ORDER.length);
    const merged = orderedList(result[key], rest[key], order, {schema, name: key});
    if (merged !== undefined) result[key] = merged;
    if (merged !== undefined) delete rest[key];
  }
  return {before: result, patch: rest};
}

function orderedList(
  before: Json | undefined,
  patch: Json | undefined,
  order: Json,
  field: PatchField,
): Json | undefined {
  if (!isList(order)) throw expected('[]interface {}', order);
  if (before !== undefined && !isList(before)) throw expected('[]interface {}', before);
  if (patch !== undefined && !isList(patch)) throw expected('[]interface {}', patch);
  const {mergeKey} = field.schema.field(field.name);
  checkOrder(patch ?? [], order, mergeKey);
  if (before === undefined && patch === undefined) return undefined;
  const merged = listToOrder(before, patch, field);
  if (!isList(merged)) return merged;
  listElementType(before ?? [], patch ?? []);
  return inOrder({merged, order, before: before ?? [], mergeKey});
}

function listToOrder(before: readonly Json[] | undefined, patch: readonly Json[] | undefined, field: PatchField): Json {
  if (patch === undefined) return before ?? [];
  if (before === undefined) return withoutDirectives(patch) ?? [];
  return mergedList(before, patch, field, false);
}

/** Checks that the items of the patch are in the order that it declares. */
function checkOrder(patch: readonly Json[], order: readonly Json[], mergeKey: string | undefined): void {
  if (order.length === 0 || patch.length === 0) return;
  const items = patch.filter((item) => !isDirective(item));
  let at = 0;
  for (const wanted of order) {
    const item = items[at];
    if (item === undefined) return;
    if (sameItem(item, wanted, mergeKey)) at++;
  }
  if (at < items.length) {
    throw failed(
      `The order in patch list:\n${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
    );
  }
}

function sameItem(a: Json, b: Json, mergeKey: string | undefined): boolean {
  if (mergeKey === undefined) return a === b;
  const missing = [a, b].find((item) => !isObject(item) || !Object.hasOwn(item, mergeKey));
  if (missing !== undefined) throw noMergeKey(missing, mergeKey);
  return isObject(a) && isObject(b) && a[mergeKey] === b[mergeKey];
}
