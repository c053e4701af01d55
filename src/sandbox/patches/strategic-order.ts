import {isObject, type Json} from '../../core/json.ts';
import {noMergeKey} from './strategic-directives.ts';

type Merged = {
  readonly merged: readonly Json[];
  /** The order that the patch declares. */
  readonly order: readonly Json[];
  readonly before: readonly Json[];
  /** The merge key; undefined for scalars. */
  readonly mergeKey: string | undefined;
};

/** Returns the merged items in the order of the patch. Items that only the server has stay at their position between them. */
export function inOrder({merged, order, before, mergeKey}: Merged): readonly Json[] {
  const key = keyOf(mergeKey);
  const [ordered, stood] = [indexes(order, key), indexes(before, key)];
  const mine = sorted(
    merged.filter((item) => ordered.has(key(item))),
    ordered,
    key,
  );
  const theirs = sorted(
    merged.filter((item) => !ordered.has(key(item))),
    stood,
    key,
  );
  const result: Json[] = [];
  let [left, right] = [0, 0];
  while (left < theirs.length && right < mine.length) {
    const [a, b] = [theirs[left] ?? null, mine[right] ?? null];
    const [was, is] = [stood.get(key(a)), stood.get(key(b))];
    const first = was !== undefined && is !== undefined && was < is;
    result.push(first ? a : b);
    if (first) left++;
    else right++;
  }
  return [...result, ...theirs.slice(left), ...mine.slice(right)];
}

type Key = (item: Json) => Json;

function keyOf(mergeKey: string | undefined): Key {
  if (mergeKey === undefined) return (item) => item;
  return (item) => {
    const value = isObject(item) && Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
    if (value === undefined) throw noMergeKey(item, mergeKey);
    return value;
  };
}

/** Returns the first index of each key. */
function indexes(items: readonly Json[], key: Key): ReadonlyMap<Json, number> {
  const found = new Map<Json, number>();
  for (const [index, item] of items.entries()) if (!found.has(key(item))) found.set(key(item), index);
  return found;
}

const sorted = (items: readonly Json[], order: ReadonlyMap<Json, number>, key: Key): readonly Json[] =>
  items.toSorted((a, b) => (order.get(key(a)) ?? Infinity) - (order.get(key(b)) ?? Infinity) || 0);
