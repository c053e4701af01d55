import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/**
 * Merges an applied configuration into a live object as the server does (structured-merge-diff's `Merge`). Nothing is
 * removed, values of the configuration win, and items that both lists have are in the configuration's order.
 */
export const mergeConfiguration = (live: JsonObject, config: JsonObject, schema: Schema): JsonObject =>
  (mergeValues(live, config, schema) ?? {}) as JsonObject;

type Maybe = Json | undefined;

function mergeValues(live: Maybe, config: Maybe, schema: Schema): Maybe {
  const [map, list] = [asMap(schema), asList(schema)];
  const deciding = config ?? live;
  // Null has no type of its own: as a map it keeps what the live object has.
  const isMap = isObject(deciding) || (config === null && schema.type !== 'list');
  if (isMap && map?.mapType === 'granular') return mergeMaps(live, config, map);
  const isItems = isList(deciding) || (config === null && schema.type === 'list');
  if (isItems && list !== undefined && list.listType !== 'atomic') return mergeLists(live, config, list);
  return leaf(live, config);
}

/** Returns the merge of two values without content: the configuration decides between null, empty and absent. */
const leaf = (live: Maybe, config: Maybe): Maybe => (config === undefined ? live : config);

function mergeMaps(live: Maybe, config: Maybe, schema: MapSchema): Maybe {
  const [left, right] = [isObject(live) ? live : {}, isObject(config) ? config : {}];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (names.size === 0) return leaf(live, config);
  const entries = [...names].map((name) => {
    const type = fieldOf(schema, name) ?? DEDUCED;
    return [name, mergeValues(own(left, name), own(right, name), type)] as const;
  });
  return nonEmptyMap(entries);
}

const own = (object: JsonObject, name: string): Maybe => (Object.hasOwn(object, name) ? object[name] : undefined);

function nonEmptyMap(entries: readonly (readonly [string, Maybe])[]): Maybe {
  const kept = entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function mergeLists(live: Maybe, config: Maybe, schema: ListSchema): Maybe {
  const [left, right] = [isList(live) ? live : [], isList(config) ? config : []];
  if (left.length === 0 && right.length === 0) return leaf(live, config);
  const items = zipItems(itemsOf(left, schema), itemsOf(right, schema)).flatMap(([mine, theirs]) => {
    const item = mergeValues(mine, theirs, schema.items());
    return item === undefined ? [] : [item];
  });
  return items.length === 0 ? undefined : items;
}

type Item = {readonly key: string; readonly value: Json};

/** Returns the items of a list with their keys. An item without a key is never matched. */
const itemsOf = (items: readonly Json[], schema: ListSchema): readonly Item[] =>
  items.map((value, i) => {
    const element = itemElement(value, schema);
    return {key: element === undefined ? `?:${i}` : elementKey(element), value};
  });

/**
 * Pairs the items of both lists in the order of the merged list: the configuration's items in its order, and between
 * them the items that only the live list has, as close to their old neighbours as that order allows.
 */
function zipItems(left: readonly Item[], right: readonly Item[]): (readonly [Maybe, Maybe])[] {
  const [mine, theirs] = [indexed(left), indexed(right)];
  const shared = right.filter(({key}) => mine.has(key)).map(({key}) => key);
  const merged = new Set<string>();
  const out: (readonly [Maybe, Maybe])[] = [];
  let [l, r, s] = [0, 0, 0];
  const take = (key: string): void => {
    merged.add(key);
    out.push([mine.get(key), theirs.get(key)]);
    r++;
  };
  while (l < left.length || r < right.length) {
    const [ours, wanted] = [left[l], right[r]];
    if (ours !== undefined && wanted !== undefined) {
      if (ours.key === wanted.key) {
        take(wanted.key);
        l++;
        s++;
        continue;
      }
      // Both lists have it, but another shared item comes first.
      if (theirs.has(ours.key) && shared[s] !== undefined && shared[s] !== ours.key) {
        l++;
        continue;
      }
    }
    if (ours !== undefined && !theirs.has(ours.key)) {
      out.push([ours.value, undefined]);
      l++;
      continue;
    }
    if (ours !== undefined && merged.has(ours.key)) l++;
    if (wanted === undefined) continue;
    take(wanted.key);
    if (shared[s] === wanted.key) s++;
  }
  return out;
}

/** Indexes items by key. Items with the same key cannot be distinguished, so nothing is merged into them. */
function indexed(items: readonly Item[]): ReadonlyMap<string, Json> {
  const index = new Map<string, Json>();
  for (const {key, value} of items) index.set(key, index.has(key) ? null : value);
  return index;
}
