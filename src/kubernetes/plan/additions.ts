import {type FieldPath, fieldPathKey, formatFieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {EMPTY_FIELD_SET, type FieldSet, union} from '../fields/field-set.ts';
import {type Manager, managersOf} from '../fields/managers.ts';
import {asMap, type Schema} from '../fields/schema.ts';
import {CO_OWNER, FIELD_MANAGER} from '../resource/labels.ts';
import {defaultCause} from './default-cause.ts';
import {foreignParts, type Part} from './foreign-parts.ts';
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
  const found = new Map<string, Addition>();
  for (const entry of entries) {
    for (const part of foreignParts({live, schema, others, theirs: entry.fields, ours: known, path: []})) {
      const addition = additionOf(part, entry);
      if (isDefaulted(addition, entry, {live, schema})) continue;
      const key = fieldPathKey(part.path);
      const other = found.get(key);
      if (other === undefined || isTold(addition, other)) found.set(key, addition);
    }
  }
  return [...found.values()].toSorted((a, b) => compareNaturally(formatFieldPath(a.path), formatFieldPath(b.path)));
}

/** Reports whether an owner is shown before another one: people before controllers, then the latest writer. */
const isTold = (one: Addition, other: Addition): boolean =>
  one.byController === other.byController ? (one.owner.time ?? '') > (other.owner.time ?? '') : !one.byController;

function additionOf({path, value}: Part, entry: Manager): Addition {
  const {manager, operation, apiVersion, subresource, time} = entry;
  const owner: Owner = {
    manager,
    operation,
    apiVersion,
    ...defined({subresource: subresource === '' ? undefined : subresource, time}),
  };
  return {path, value, owner, byController: isController(owner) || isActionAnnotation(path)};
}

/**
 * Reports whether a path is the annotation of `kubectl rollout restart`. It records an action and is not a setting:
 * removing it would restart the pods again.
 */
const isActionAnnotation = (path: FieldPath): boolean => {
  const last = path.at(-1);
  return last !== undefined && 'field' in last && last.field === 'kubectl.kubernetes.io/restartedAt';
};

/**
 * Reports whether an addition is a default of the server. A manager that creates an object by an ordinary write owns
 * the defaults, too; a later write owns only what it changes. Labels, annotations and other free keys have no defaults.
 */
function isDefaulted({path, value}: Addition, entry: Manager, {live, schema}: Omit<Additions, 'ours'>): boolean {
  const {cause} = defaultCause({difference: {path, after: value}, schema, object: live});
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
