import {isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {findConflicts, type ModuleEdit} from '../module/find-conflicts.ts';
import {showPath} from '../reference/path.ts';

/** A merge patch of a mutation for one object. */
export type MutationPatch = {
  readonly name: string;
  readonly after: readonly string[];
  readonly patch: JsonObject;
};

/** A field that two mutations set differently. */
export type MutationConflict = {readonly first: string; readonly second: string; readonly path: string};

/**
 * Returns the first field that the last mutation of an object sets to another value than an earlier mutation. Ignores the mutations in its `after`.
 */
export function mutationConflict(id: string, patches: readonly MutationPatch[]): MutationConflict | undefined {
  const last = patches.at(-1);
  if (last === undefined) return undefined;
  const edits = patches
    .filter((one) => one === last || !last.after.includes(one.name))
    .flatMap(({name, patch}) => leavesOf(patch).map((leaf) => editOf(id, name, leaf)));
  const found = findConflicts(edits).find(({second}) => second.accessory === last.name);
  if (found === undefined) return undefined;
  const {first, second} = found;
  const path = second.path.length > first.path.length ? second.path : first.path;
  return {first: first.accessory, second: second.accessory, path: showPath(path)};
}

type Leaf = {readonly path: JsonPath; readonly value: Json};

const editOf = (id: string, name: string, {path, value}: Leaf): ModuleEdit => ({
  accessory: name,
  module: name,
  id,
  path,
  value,
});

/** Returns the fields that a merge patch sets or, with null, removes. */
export function leavesOf(patch: Json, path: JsonPath = []): readonly Leaf[] {
  if (!isObject(patch) || (path.length > 0 && Object.keys(patch).length === 0)) return [{path, value: patch}];
  return Object.entries(patch).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}
