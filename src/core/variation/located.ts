import type {Origin} from '../diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonPath} from '../json.ts';

/** The position of a value: a path in an origin. */
export type Place = {
  readonly origin: Origin;
  readonly path: JsonPath;
  /** The module that decided the value. Absent: a setting decided it. The position is that of the use of the module. */
  readonly module?: string;
};

/**
 * A value with its position, through all patches. `parts` has the parts that are not below `place`. A changed list has all of its items
 * there, because their indexes changed.
 */
export type Located = {
  readonly value: Json;
  readonly place: Place;
  readonly parts?: ReadonlyMap<string | number, Located>;
};

/** Returns a value of a file with its position. */
export const locate = (value: Json, origin: Origin, path: JsonPath = []): Located => ({value, place: {origin, path}});

/** Returns a field of a mapping or an item of a list; undefined if there is none. */
export function partOf(node: Located, step: string | number): Located | undefined {
  const value = valueOf(node.value, step);
  if (value === undefined) return undefined;
  const {origin, path} = node.place;
  return node.parts?.get(step) ?? {value, place: {origin, path: [...path, step]}};
}

function valueOf(value: Json, step: string | number): Json | undefined {
  if (isList(value)) return typeof step === 'number' ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
}

/** Returns the items of a list with their positions; an empty list for other values. */
export const itemsOf = (node: Located): readonly Located[] =>
  isList(node.value) ? node.value.map((_, index) => partOf(node, index) as Located) : [];

/** Returns a list of items that keep their own positions. */
export const listOf = (items: readonly Located[], place: Place): Located => ({
  value: items.map(({value}) => value),
  place,
  parts: new Map(items.map((item, index) => [index, item])),
});

/** Returns a mapping with another field, or without the field if it is undefined. */
export function withField(node: Located, name: string, field: Located | undefined): Located {
  const {[name]: _, ...others} = isObject(node.value) ? node.value : {};
  const parts = new Map(node.parts);
  if (field === undefined) {
    parts.delete(name);
    return {value: others, place: node.place, parts};
  }
  parts.set(name, field);
  return {value: {...(isObject(node.value) ? node.value : {}), [name]: field.value}, place: node.place, parts};
}

/** Returns a list with one item replaced. */
export const withItem = (node: Located, index: number, item: Located): Located =>
  listOf(itemsOf(node).with(index, item), node.place);

/** Returns the part at a path; undefined if there is none. */
export function locatedAt(node: Located, path: JsonPath): Located | undefined {
  let at: Located | undefined = node;
  for (const step of path) at = at && partOf(at, step);
  return at;
}

/** Returns the origin of a value with parts from several files. */
export const originOf = (node: Located): Origin => ({
  file: node.place.origin.file,
  position(path, part) {
    let at = node;
    for (const [i, step] of path.entries()) {
      const next = partOf(at, step);
      if (next === undefined) return at.place.origin.position([...at.place.path, ...path.slice(i)], part);
      at = next;
    }
    return at.place.origin.position(at.place.path, part);
  },
});
