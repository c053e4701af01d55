import {isList, isObject, type JsonPath} from '../json.ts';
import {itemsOf, type Located, partOf} from '../variation/located.ts';

/** One value of a chart, and its place. */
export type PlacedValue = {readonly path: JsonPath; readonly node: Located};

/** Returns the single values of a chart in their order. An empty mapping or list is one value. Nulls remove defaults, and are left out. */
export function listValues(node: Located, path: JsonPath = []): readonly PlacedValue[] {
  const {value} = node;
  if (value === null) return [];
  if (isList(value) && value.length > 0)
    return itemsOf(node).flatMap((item, index) => listValues(item, [...path, index]));
  if (!isObject(value) || (Object.keys(value).length === 0 && path.length > 0)) return [{path, node}];
  return Object.keys(value).flatMap((key) => listValues(partOf(node, key) as Located, [...path, key]));
}
