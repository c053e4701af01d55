import {isList, isObject, type Json} from '../../../core/json.ts';
import {itemsOf, type Located, listOf, type Place, partOf, withField} from '../../../core/variation/located.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';

/** Returns the place of a changed value. */
type PlaceOf = (value: Json) => Place;

/** Returns a value after a change. Unchanged parts keep their positions, and changed parts have the position of the change. Matches items of lists by name. */
export function layChanges(before: Located, after: Json, placeOf: PlaceOf): Located {
  if (deepEqual(before.value, after)) return before;
  if (isObject(before.value) && isObject(after)) {
    const removed = Object.keys(before.value).filter((key) => !Object.hasOwn(after, key));
    const kept = removed.reduce((node, key) => withField(node, key, undefined), before);
    return Object.entries(after).reduce((node, [key, value]) => {
      const part = partOf(before, key);
      if (part !== undefined && deepEqual(part.value, value)) return node;
      return withField(node, key, part === undefined ? made(value, placeOf) : layChanges(part, value, placeOf));
    }, kept);
  }
  if (!isList(before.value) || !isList(after)) return made(after, placeOf);
  const items = itemsOf(before);
  const changed = after.map((value, index) => {
    const name = nameOf(value);
    const same = items.find((item) => deepEqual(item.value, value));
    const own = name === undefined ? items[index] : items.find((item) => nameOf(item.value) === name);
    return same ?? (own === undefined ? made(value, placeOf) : layChanges(own, value, placeOf));
  });
  return listOf(changed, before.place);
}

const nameOf = (value: Json): Json | undefined => (isObject(value) ? value['name'] : undefined);

/** Returns a value of the change. */
function made(value: Json, placeOf: PlaceOf): Located {
  const items = isList(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  const parts = new Map<string | number, Located>([...items].map(([step, part]) => [step, made(part, placeOf)]));
  return {value, place: placeOf(value), parts};
}
