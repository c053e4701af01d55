import {isObject, type JsonObject} from '../../core/json.ts';
import {type Comparison, compareStates} from './comparison.ts';
import {dropNulls} from './drop-server-fields.ts';
import {difference, type FieldSet, intersection, isEmptySet, union} from './field-set.ts';
import {fieldSetOf, toFieldSet, withoutIdentity} from './field-set-of.ts';
import {appliesOf, type Manager, managersOf} from './managers.ts';
import {mergeConfiguration} from './merge.ts';
import {ensureNamedFieldsAreMembers, reconcileWithSchema} from './reconcile-with-schema.ts';
import {removeItems} from './remove-items.ts';
import type {Schema} from './schema.ts';

/** A server-side apply: the live object, the applied configuration and the manager. */
export type Application = {
  /** Undefined: there is no such object yet. */
  readonly live: JsonObject | undefined;
  /** The applied configuration, with its apiVersion and kind. */
  readonly desired: JsonObject;
  /** Of the desired apiVersion. */
  readonly schema: Schema;
  /** Who applies. */
  readonly manager: string;
  /** Through which subresource; default: none, the object itself. An entry of its own is kept for each. */
  readonly subresource?: string;
  /** The fields that a write there can have an effect on: nobody owns others by it, and nobody loses them. Default: all. */
  readonly keeps?: (set: FieldSet) => FieldSet;
};

/** The result of an apply, as the API server computes it. */
export type ApplyResult = {
  /** The merged object, without managedFields and without what the server then fills in. */
  readonly object: JsonObject;
  /** The same with the nulls that it was given: what they say of a field that cannot be null is the server's to tell. */
  readonly merged: JsonObject;
  /** What the applying manager owns then. */
  readonly fields: FieldSet;
  /** All entries of managedFields then: those that own nothing any more are gone. */
  readonly managers: readonly Manager[];
  /** Nothing of the object would become another: only who owns it may. */
  readonly isSame: boolean;
  /** Fields that others hold with another value. Without force the server refuses for them; the result is that of force. */
  readonly conflicts: readonly Manager[];
};

/**
 * What server-side apply makes of an object: the configuration merged into live, without what the last one of this manager had
 * and nobody owns any more; and who owns what then (structured-merge-diff's `Updater.Apply`).
 *
 * Entries of other apiVersions are taken as if their fields had the same names in this one: only the server can convert.
 */
export function applyConfiguration(application: Application): ApplyResult {
  const {live, desired, schema, manager, subresource = '', keeps = all} = application;
  const before = live === undefined ? {} : withoutManagedFields(live);
  const isOwn = appliesOf(manager, subresource);
  const entries = knownManagers(live, before, desired, schema);
  const last = entries.find(isOwn);
  const others = entries.filter((entry) => !isOwn(entry));
  const merged = mergeConfiguration(before, desired, schema);
  const owned = others.reduce((sum, {fields}) => union(sum, fields), keeps(toFieldSet(desired, schema)));
  const pruned = last === undefined ? merged : prune({merged, last: last.fields, owned}, schema);
  const whole = compareStates(before, pruned, schema);
  const comparison = keptOf(whole, keeps);
  const fields = keeps(fieldSetOf(desired, schema));
  const mine = {manager, operation: 'Apply', apiVersion: text(desired['apiVersion']), subresource, fields};
  return {
    object: dropNulls(pruned, schema),
    merged: pruned,
    fields,
    managers: [mine, ...others.flatMap((entry) => left(entry, comparison))].filter((one) => !isEmptySet(one.fields)),
    isSame: Object.values(whole).every(isEmptySet),
    conflicts: others.flatMap((entry) => {
      const taken = intersection(entry.fields, union(comparison.modified, comparison.added));
      return isEmptySet(taken) ? [] : [{...entry, fields: taken}];
    }),
  };
}

const all = (set: FieldSet): FieldSet => set;

const keptOf = ({added, modified, removed}: Comparison, keeps: (set: FieldSet) => FieldSet): Comparison => ({
  added: keeps(added),
  modified: keeps(modified),
  removed: keeps(removed),
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function withoutManagedFields(object: JsonObject): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const {managedFields: _, ...rest} = metadata;
  return {...object, metadata: rest};
}

/** Of an object without any entry, everything belongs to a manager that the server makes up. */
function knownManagers(
  live: JsonObject | undefined,
  before: JsonObject,
  desired: JsonObject,
  schema: Schema,
): readonly Manager[] {
  if (live === undefined) return [];
  const known = managersOf(live).map((entry) => ({...entry, fields: reconcileWithSchema(entry.fields, schema)}));
  if (known.length > 0) return known;
  const {status: _, ...rest} = before;
  const {added} = compareStates({metadata: {}, spec: {}}, rest, schema);
  const apiVersion = text(desired['apiVersion']);
  const fields = withoutIdentity(added);
  return [{manager: 'before-first-apply', operation: 'Update', apiVersion, subresource: '', fields}];
}

type Pruning = {
  readonly merged: JsonObject;
  /** What this manager's last configuration had. */
  readonly last: FieldSet;
  /** What anybody owns now, this configuration included. */
  readonly owned: FieldSet;
};

/**
 * Removes what the last configuration had, unless somebody owns it: first all of it, then what was removed with it and is
 * owned comes back, and so does what was never in the last configuration.
 */
function prune({merged, last, owned}: Pruning, schema: Schema): JsonObject {
  const named = (set: FieldSet): FieldSet => ensureNamedFieldsAreMembers(set, schema);
  const namedSetOf = (object: JsonObject): FieldSet => named(toFieldSet(object, schema));
  const [all, had] = [namedSetOf(merged), named(last)];
  const bare = removeItems(merged, had, schema);
  const kept = removeItems(merged, difference(all, union(namedSetOf(bare), named(owned))), schema);
  return removeItems(merged, intersection(difference(all, namedSetOf(kept)), had), schema);
}

/** Another manager's entry after the write: it loses what was taken from it, and what is gone. */
function left(entry: Manager, {added, modified, removed}: Comparison): readonly Manager[] {
  return [{...entry, fields: difference(entry.fields, union(union(modified, added), removed))}];
}
