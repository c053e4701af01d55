import {
  type FieldPath,
  fieldPathKey,
  formatFieldPath,
  type PathElement,
  parseElement,
} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
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

/** A part of a live object that another manager added. The stack describes none of its fields. */
export type Addition = {
  readonly path: FieldPath;
  readonly value: Json;
  /** The manager that wrote it last. */
  readonly owner: Owner;
  /** True if a controller wrote it, as is its job. It is listed, but not counted. */
  readonly byController: boolean;
};

/** A live object, and the field set that the stack describes. */
export type Additions = {
  readonly live: JsonObject;
  /** Returns the fields that the stack describes and those of our apply entry. It is called only if others own fields. */
  readonly ours: () => FieldSet;
  readonly schema: Schema;
};

/**
 * Returns the parts of an object that other managers own and we do not, each part once: an item of a list or a map with
 * its content, a structure as a whole if nobody else owns a field in it. The source is managedFields: values that
 * nobody owns (defaults, values of webhooks) and the status are not additions. The result is sorted by path.
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

/** Reports whether an owner is shown before another one: people before controllers, then the latest writer. */
const isTold = (one: Addition, other: Addition): boolean =>
  one.byController === other.byController ? (one.owner.time ?? '') > (other.owner.time ?? '') : !one.byController;

type Search = {
  readonly live: JsonObject;
  readonly schema: Schema;
  /** The fields that all other managers own together. */
  readonly others: FieldSet;
};

type Place = Search & {readonly theirs: FieldSet; readonly ours: FieldSet; readonly path: FieldPath};

/** Returns the topmost parts of an entry in which no field is ours. */
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

/** Reports whether a type is a collection, such as labels or items with keys: each entry of it is a separate addition. */
const isCollection = (type: Schema): boolean =>
  type.type === 'list'
    ? type.listType !== 'atomic'
    : type.type === 'map' && type.mapType === 'granular' && type.fieldNames.length === 0;

/** Reports whether a value can only be owned as a whole. */
const isWhole = (value: Json, schema: Schema | undefined): boolean =>
  isObject(value) && schema !== undefined && asMap(schema)?.mapType === 'atomic';

/** Reports whether one of the other managers owns every field of the value. */
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
    ...(subresource === '' ? {} : {subresource}),
    ...(time === undefined ? {} : {time}),
  };
  return {path, value, owner, byController: isController(owner) || isActMark(path)};
}

/**
 * Reports whether a path is the annotation of `kubectl rollout restart`. It records an action and is not a setting:
 * removing it would restart the pods again.
 */
const isActMark = (path: FieldPath): boolean => {
  const last = path.at(-1);
  return last !== undefined && 'field' in last && last.field === 'kubectl.kubernetes.io/restartedAt';
};

/**
 * Reports whether an addition is a default of the server. A manager that creates an object by an ordinary write owns
 * the defaults, too; a later write owns only what it changes. Labels, annotations and other free keys have no defaults.
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

/** Managers that are not other managers: Gantry itself, and the server's name for everything in an object without managed fields. */
const NOBODY: ReadonlySet<Json | undefined> = new Set([FIELD_MANAGER, CO_OWNER, 'before-first-apply']);

/** Returns the entries of other managers, without the status: most entries of controllers contain nothing else. */
function otherEntries(live: JsonObject): readonly Manager[] {
  const entries = metadataOf(live)['managedFields'];
  const others = (isList(entries) ? entries.filter(isObject) : []).flatMap((entry) => {
    if (NOBODY.has(entry['manager']) || !isObject(entry['fieldsV1'])) return [];
    const {'f:status': _, ...fieldsV1} = entry['fieldsV1'];
    return Object.keys(fieldsV1).length === 0 ? [] : [{...entry, fieldsV1}];
  });
  return others.length === 0 ? [] : managersOf({metadata: {managedFields: others}});
}
