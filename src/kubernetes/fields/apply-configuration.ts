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
  /** The live object, or undefined if it does not exist yet. */
  readonly live: JsonObject | undefined;
  /** The applied configuration, with its apiVersion and kind. */
  readonly desired: JsonObject;
  /** The schema of the desired apiVersion. */
  readonly schema: Schema;
  /** The field manager that applies. */
  readonly manager: string;
  /** The subresource that is written; absent for the object itself. managedFields keeps a separate entry for each subresource. */
  readonly subresource?: string;
  /** Selects the fields that a write to the subresource can change; only their ownership changes. Default: all fields. */
  readonly keeps?: (set: FieldSet) => FieldSet;
};

/** The result of an apply, as the API server computes it. */
export type ApplyResult = {
  /** The merged object, without managedFields and without the values that the server then defaults. */
  readonly object: JsonObject;
  /** The merged object with the nulls that it was given: the server decides what a null means in a field that cannot be null. */
  readonly merged: JsonObject;
  /** The fields that the applying manager owns afterwards. */
  readonly fields: FieldSet;
  /** All entries of managedFields afterwards, without entries that own nothing any more. */
  readonly managers: readonly Manager[];
  /** True if no value of the object changes, only its ownership may. */
  readonly isSame: boolean;
  /** The fields that other managers own with another value. Without force the server rejects the apply; `object` is the result with force. */
  readonly conflicts: readonly Manager[];
};

/**
 * Computes what server-side apply does to an object, and who owns its fields afterwards (structured-merge-diff's
 * `Updater.Apply`). The configuration is merged into the live object. Fields of this manager's last configuration that
 * nobody owns any more are removed. Entries of other apiVersions are read as if their fields had the same names in this
 * one, because only the server can convert them.
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

/** Returns the managers of an object. If it has no entries, everything belongs to a manager that the server invents. */
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
  /** The fields of this manager's last configuration. */
  readonly last: FieldSet;
  /** The fields that any manager owns now, including those of this configuration. */
  readonly owned: FieldSet;
};

/**
 * Removes the fields of the last configuration that nobody owns. All of them are removed first; then fields below them
 * that are owned, or that were never in the last configuration, are restored.
 */
function prune({merged, last, owned}: Pruning, schema: Schema): JsonObject {
  const named = (set: FieldSet): FieldSet => ensureNamedFieldsAreMembers(set, schema);
  const namedSetOf = (object: JsonObject): FieldSet => named(toFieldSet(object, schema));
  const [all, had] = [namedSetOf(merged), named(last)];
  const bare = removeItems(merged, had, schema);
  const kept = removeItems(merged, difference(all, union(namedSetOf(bare), named(owned))), schema);
  return removeItems(merged, intersection(difference(all, namedSetOf(kept)), had), schema);
}

/** Returns the entry of another manager after the write, without the fields that were taken from it or removed. */
function left(entry: Manager, {added, modified, removed}: Comparison): readonly Manager[] {
  return [{...entry, fields: difference(entry.fields, union(union(modified, added), removed))}];
}
