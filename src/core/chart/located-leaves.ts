import {isList, isObject, type JsonPath} from '../json.ts';
import {type Located, partOf} from '../variation/located.ts';

/** A value with its path and its position. */
export type LocatedLeaf = {readonly path: JsonPath; readonly leaf: Located};

/** Returns the values of a document other than mappings with content. A list is one value if all of it has one position. */
export function locatedLeaves(node: Located, path: JsonPath = []): readonly LocatedLeaf[] {
  const {value} = node;
  if (isList(value) || !isObject(value) || Object.keys(value).length === 0) return [{path, leaf: node}];
  return Object.keys(value).flatMap((key) => {
    const part = partOf(node, key);
    return part === undefined ? [] : locatedLeaves(part, [...path, key]);
  });
}
