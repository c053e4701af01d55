import {elementKey, type FieldPath, type PathElement, parseElement} from '../../core/fields/field-path.ts';

/**
 * A set of paths as a trie: `members` are the steps that end a path here, `children` those that continue. A step may be
 * both: an item of a list of type map is itself a member, and so are its fields. Steps have their canonical spelling,
 * see `elementKey`. A set is never changed after it was returned, and a child is never empty.
 */
export type FieldSet = {
  readonly members: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, FieldSet>;
};

/** A field set while paths are inserted into it. */
export type FieldSetBuilder = {readonly members: Set<string>; readonly children: Map<string, FieldSetBuilder>};

/** The empty field set. */
export const EMPTY_FIELD_SET: FieldSet = {members: new Set(), children: new Map()};

/** Returns an empty set that paths can be inserted into. */
export const newFieldSet = (): FieldSetBuilder => ({members: new Set(), children: new Map()});

/** Adds a path. Its parents do not become members. */
export function insertPath(set: FieldSetBuilder, path: FieldPath): void {
  let node = set;
  for (const [i, element] of path.entries()) {
    const key = elementKey(element);
    if (i === path.length - 1) {
      node.members.add(key);
      return;
    }
    let child = node.children.get(key);
    if (child === undefined) node.children.set(key, (child = newFieldSet()));
    node = child;
  }
}

/** Returns the set of exactly these paths. */
export function fieldSet(paths: Iterable<FieldPath>): FieldSet {
  const set = newFieldSet();
  for (const path of paths) insertPath(set, path);
  return completed(set);
}

/** Returns a complete set. Empty parts are shared: the sets of a large stack have many, and each one would need some hundred bytes. */
export const completed = ({members, children}: FieldSet): FieldSet => ({
  members: members.size === 0 ? EMPTY_FIELD_SET.members : members,
  children: children.size === 0 ? EMPTY_FIELD_SET.children : children,
});

/** Reports whether a set has no member at any depth. */
export const isEmptySet = (set: FieldSet): boolean => set.members.size === 0 && set.children.size === 0;

/** Reports whether exactly this path is a member. */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  const last = path.at(-1);
  return last !== undefined && (below(set, path.slice(0, -1))?.members.has(elementKey(last)) ?? false);
}

/** Returns the part of the set below a path, or undefined if there is none. */
export function below(set: FieldSet, path: FieldPath): FieldSet | undefined {
  let node: FieldSet | undefined = set;
  for (const element of path) node = node?.children.get(elementKey(element));
  return node;
}

/** Reports whether two sets have the same members. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.members.size !== b.members.size || a.children.size !== b.children.size) return false;
  for (const member of a.members) if (!b.members.has(member)) return false;
  for (const [key, child] of a.children) {
    const other = b.children.get(key);
    if (other === undefined || !equalSets(child, other)) return false;
  }
  return true;
}

/** Returns the members of either set. Parts that one set already contains are shared with it, because most unions add little. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a;
  if (isEmptySet(a)) return b;
  let children: Map<string, FieldSet> | undefined;
  for (const [key, child] of b.children) {
    const other = a.children.get(key);
    const both = other === undefined ? child : union(other, child);
    if (both !== other) (children ??= new Map(a.children)).set(key, both);
  }
  const members = b.members.isSubsetOf(a.members) ? a.members : a.members.union(b.members);
  return children === undefined && members === a.members ? a : {members, children: children ?? a.children};
}

/** Returns the paths of `a` that are not in `b`. A member of `b` removes only itself, not the paths below it. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [key, child] of a.children) {
    const other = b.children.get(key);
    const rest = other === undefined ? child : difference(child, other);
    if (!isEmptySet(rest)) children.set(key, rest);
  }
  return completed({members: a.members.difference(b.members), children});
}

/** Returns the members of both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [key, child] of a.children) {
    const other = b.children.get(key);
    const both = other === undefined ? EMPTY_FIELD_SET : intersection(child, other);
    if (!isEmptySet(both)) children.set(key, both);
  }
  return {members: a.members.intersection(b.members), children};
}

/** Returns every path of the set, parents first, in a stable order. */
export function paths(set: FieldSet): FieldPath[] {
  const found: FieldPath[] = [];
  collect(set, [], found, true);
  return found;
}

/** Returns the paths that have no other path of the set below them. */
export function leaves(set: FieldSet): FieldPath[] {
  const found: FieldPath[] = [];
  collect(set, [], found, false);
  return found;
}

function collect(set: FieldSet, above: readonly PathElement[], found: FieldPath[], inner: boolean): void {
  for (const key of [...set.members.union(new Set(set.children.keys()))].toSorted()) {
    const element = parseElement(key);
    if (element === undefined) continue;
    const path = [...above, element];
    const child = set.children.get(key);
    if (set.members.has(key) && (inner || child === undefined)) found.push(path);
    if (child !== undefined) collect(child, path, found, inner);
  }
}
