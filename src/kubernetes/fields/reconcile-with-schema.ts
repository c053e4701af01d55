import {type FieldSet, isEmptySet} from './field-set.ts';
import {asList, asMap, fieldOf, type Schema} from './schema.ts';

/**
 * Adds every declared field that only contains other fields as a member (structured-merge-diff's
 * `EnsureNamedFieldsAreMembers`). Field sets leave these out, but a removal must find them.
 */
export function ensureNamedFieldsAreMembers(set: FieldSet, schema: Schema | undefined): FieldSet {
  const [map, list] = [schema && asMap(schema), schema && asList(schema)];
  const members = new Set(set.members);
  const children = new Map<string, FieldSet>();
  for (const [key, child] of set.children) {
    const name = key.startsWith('f:') ? key.slice(2) : undefined;
    if (name !== undefined && map?.declared(name) !== undefined) members.add(key);
    const type = name === undefined ? (key.startsWith('k:') ? list?.items() : undefined) : map && fieldOf(map, name);
    children.set(key, ensureNamedFieldsAreMembers(child, type));
  }
  return {members, children};
}

/**
 * Converts an entry that was written when the schema had separate fields where it now has an atomic map or list: the
 * owner of a part owns the whole value.
 */
export function reconcileWithSchema(set: FieldSet, schema: Schema): FieldSet {
  const [map, list] = [schema.type === 'map' ? schema : undefined, schema.type === 'list' ? schema : undefined];
  const members = new Set(set.members);
  const children = new Map<string, FieldSet>();
  for (const [key, child] of set.children) {
    const type = key.startsWith('f:') ? map && fieldOf(map, key.slice(2)) : list?.items();
    if (type === undefined) children.set(key, child);
    else if (isWhole(type)) members.add(key);
    else {
      const inside = reconcileWithSchema(child, type);
      if (!isEmptySet(inside)) children.set(key, inside);
    }
  }
  return {members, children};
}

const isWhole = (type: Schema): boolean =>
  (type.type === 'map' && type.mapType === 'atomic') || (type.type === 'list' && type.listType === 'atomic');
