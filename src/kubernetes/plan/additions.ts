import {
  type FieldPath,
  fieldPathKey,
  formatFieldPath,
  type PathElement,
  parseElement,
} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
import {defined} from '../../lib/defined.ts';
import {EMPTY_FIELD_SET, type FieldSet, union} from '../fields/field-set.ts';
import {toFieldSet} from '../fields/field-set-of.ts';
import {type Manager, managersOf} from '../fields/managers.ts';
import {asMap, type Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {CO_OWNER, FIELD_MANAGER} from '../resource/labels.ts';
import {fillCause} from './fill-cause.ts';
import {isController} from './is-controller.ts';
import {schemaAt} from './schema-at.ts';
import {CREATOR, metadataOf} from './take-over-managers.ts';

/** A part of a live object that somebody else has added: no field of it is one that the stack describes. */
export type Addition = {
  readonly path: FieldPath;
  readonly value: Json;
  /** Who wrote it last. */
  readonly owner: Owner;
  /** By a controller, as is its job: it is listed, and not counted. */
  readonly byController: boolean;
};

/** A live object, and the field set that the stack describes. */
export type Additions = {
  readonly live: JsonObject;
  /** What the stack describes, and what our apply entry holds. Called only where others hold anything. */
  readonly ours: () => FieldSet;
  readonly schema: Schema;
};

/**
 * Returns what other managers hold of an object and we do not, each part once: an item of a list or a map with all that is in
 * it, a structure as a whole where nobody else has a field in it. Told by managedFields: what nobody owns (a default, what a
 * webhook injects) is no addition, and neither is the status. Sorted by path.
 */
export function findAdditions({live, ours, schema}: Additions): readonly Addition[] {
  const entries = otherEntries(live);
  if (entries.length === 0) return [];
  const known = ours();
  const others = entries.map(({fields}) => fields).reduce(union, EMPTY_FIELD_SET);
  const search = {live, schema, others};
  const found = new Map<string, Addition>();
  for (const entry of entries) {
    for (const path of partsOf({...search, theirs: entry.fields, ours: known, path: []})) {
      const addition = additionOf(path, entry, search);
      if (addition === undefined || isFill(addition, entry, search)) continue;
      const key = fieldPathKey(path);
      const other = found.get(key);
      if (other === undefined || isTold(addition, other)) found.set(key, addition);
    }
  }
  return [...found.values()].toSorted((a, b) => formatFieldPath(a.path).localeCompare(formatFieldPath(b.path)));
}

/** A person before a controller, then who wrote last. */
const isTold = (one: Addition, other: Addition): boolean =>
  one.byController === other.byController ? (one.owner.time ?? '') > (other.owner.time ?? '') : !one.byController;

type Search = {
  readonly live: JsonObject;
  readonly schema: Schema;
  /** What all others hold together. */
  readonly others: FieldSet;
};

type Place = Search & {readonly theirs: FieldSet; readonly ours: FieldSet; readonly path: FieldPath};

/** The topmost parts of an entry in which nothing is ours. */
function partsOf(place: Place): readonly FieldPath[] {
  const {theirs, ours} = place;
  return [...theirs.members.union(new Set(theirs.children.keys()))].flatMap((key) => {
    const element = parseElement(key);
    return element === undefined ? [] : partAt(place, key, element, isKnown(ours, key));
  });
}

const isKnown = (set: FieldSet, key: string): boolean => set.members.has(key) || set.children.has(key);

function partAt(place: Place, key: string, element: PathElement, isOurs: boolean): readonly FieldPath[] {
  const {theirs, ours, others, live, schema} = place;
  const path = [...place.path, element];
  const value = valueAt(live, path, schema);
  if (value === undefined) return [];
  const inside = theirs.children.get(key);
  const next = {
    ...place,
    theirs: inside ?? EMPTY_FIELD_SET,
    ours: ours.children.get(key) ?? EMPTY_FIELD_SET,
    others: others.children.get(key) ?? EMPTY_FIELD_SET,
    path,
  };
  if (isOurs) return isWhole(value, schemaAt(schema, path)) ? [] : partsOf(next);
  if (inside === undefined || !('field' in element)) return [path];
  const type = schemaAt(schema, path);
  if (type !== undefined && isCollection(type)) return partsOf(next);
  return theirs.members.has(key) || holdsAll(next, value) ? [path] : partsOf(next);
}

/** Labels, items with keys: each of them is an addition of its own. */
const isCollection = (type: Schema): boolean =>
  type.type === 'list'
    ? type.listType !== 'atomic'
    : type.type === 'map' && type.mapType === 'granular' && type.fieldNames.length === 0;

/** We have all of a value that nobody can have parts of. */
const isWhole = (value: Json, schema: Schema | undefined): boolean =>
  isObject(value) && schema !== undefined && asMap(schema)?.mapType === 'atomic';

/** Every field of the value is held by one of the others. */
function holdsAll({others, path, schema}: Place, value: Json): boolean {
  const type = schemaAt(schema, path);
  return type !== undefined && isObject(value) && covers(others, toFieldSet(value, type));
}

function covers(set: FieldSet, fields: FieldSet): boolean {
  for (const member of fields.members) if (!isKnown(set, member)) return false;
  for (const [key, child] of fields.children) {
    const inside = set.children.get(key);
    // A member without anything below it is one whole.
    if (inside === undefined ? !set.members.has(key) : !covers(inside, child)) return false;
  }
  return true;
}

function additionOf(path: FieldPath, entry: Manager, {live, schema}: Search): Addition | undefined {
  const value = valueAt(live, path, schema);
  if (value === undefined) return undefined;
  const {manager, operation, apiVersion, subresource, time} = entry;
  const owner: Owner = {
    manager,
    operation,
    apiVersion,
    ...defined({subresource: subresource === '' ? undefined : subresource, time}),
  };
  return {path, value, owner, byController: isController(owner) || isActMark(path)};
}

/** What `kubectl rollout restart` leaves is the mark of an act, no setting: to take it off would restart the pods once more. */
const isActMark = (path: FieldPath): boolean => {
  const last = path.at(-1);
  return last !== undefined && 'field' in last && last.field === 'kubectl.kubernetes.io/restartedAt';
};

/**
 * Who creates an object by an ordinary write holds what the server fills in, too; a later write holds only what it changes. Of
 * labels, annotations and other free keys there are no defaults.
 */
function isFill({path, value}: Addition, entry: Manager, {live, schema}: Search): boolean {
  const {cause} = fillCause({difference: {path, after: value}, schema, object: live});
  if (cause !== 'default') return cause === 'server';
  const last = path.at(-1);
  const holder = schemaAt(schema, path.slice(0, -1));
  const isDeclared =
    last !== undefined && 'field' in last && holder && asMap(holder)?.declared(last.field) !== undefined;
  const isCreator = entry.manager === CREATOR || entry.time === metadataOf(live)['creationTimestamp'];
  return isDeclared === true && isCreator && entry.operation === 'Update';
}

/** Gantry itself, and what the server calls everything in an object that had no managed fields. */
const NOBODY: ReadonlySet<Json | undefined> = new Set([FIELD_MANAGER, CO_OWNER, 'before-first-apply']);

/** What the object is in at a moment is nobody's addition; most entries of controllers hold nothing else. */
function otherEntries(live: JsonObject): readonly Manager[] {
  const entries = metadataOf(live)['managedFields'];
  const others = (isList(entries) ? entries.filter(isObject) : []).flatMap((entry) => {
    if (NOBODY.has(entry['manager']) || !isObject(entry['fieldsV1'])) return [];
    const {'f:status': _, ...fieldsV1} = entry['fieldsV1'];
    return Object.keys(fieldsV1).length === 0 ? [] : [{...entry, fieldsV1}];
  });
  return others.length === 0 ? [] : managersOf({metadata: {managedFields: others}});
}
