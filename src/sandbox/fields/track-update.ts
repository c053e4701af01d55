import type {JsonObject} from '../../core/json.ts';
import {compareStates} from '../../kubernetes/fields/comparison.ts';
import {difference, type FieldSet, isEmptySet, union} from '../../kubernetes/fields/field-set.ts';
import {withoutIdentity} from '../../kubernetes/fields/field-set-of.ts';
import {type Manager, managersOf} from '../../kubernetes/fields/managers.ts';
import {reconcileWithSchema} from '../../kubernetes/fields/reconcile-with-schema.ts';
import {dropMetadata, metadataOf} from '../model/metadata.ts';
import {list, part} from '../model/part.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {keepsField} from './keeps-field.ts';

/** A write other than apply, for the tracking of managed fields. */
export type Update = {
  readonly before: JsonObject | undefined;
  /** The empty object of this kind. Fields that it has by default have no manager. */
  readonly zero: JsonObject;
  /** The object after decoding and defaulting, before the server sets any fields. */
  readonly object: JsonObject;
  /** The resource in the version of the request. */
  readonly resource: Resource;
  readonly manager: string;
  readonly subresource: string;
  /** In RFC 3339. */
  readonly time: string;
};

/**
 * Returns the managers after a write other than apply (structured-merge-diff's `Updater.Update`). The writer owns the fields that it
 * changed or added, other managers lose those, and removed fields have no manager. An object without any entry is not tracked until the
 * first apply.
 */
export function trackUpdate(update: Update): readonly Manager[] {
  const {before, zero, object, resource, manager, subresource, time} = update;
  const [schema, apiVersion] = [resource.schema(), apiVersionOf(resource)];
  if (isReset(object)) return [];
  const entries = entriesOf(update);
  if (before !== undefined && entries.length === 0) return [];
  const known = entries.map((entry) => ({...entry, fields: reconcileWithSchema(entry.fields, schema)}));
  const {added, modified, removed} = compareStates(bare(before ?? zero), bare(object), schema);
  const changed = keepsField(withoutIdentity(union(added, modified)), resource, subresource);
  const gone = keepsField(removed, resource, subresource);
  const isOwn = (entry: Manager): boolean =>
    entry.manager === manager &&
    entry.operation === 'Update' &&
    entry.apiVersion === apiVersion &&
    entry.subresource === subresource;
  const others = known.map((entry) => ({...entry, fields: difference(entry.fields, union(changed, gone))}));
  if (isEmptySet(changed)) return kept(others);
  const last: FieldSet | undefined = others.find(isOwn)?.fields;
  const fields = last === undefined ? changed : union(last, changed);
  const own: Manager = {manager, operation: 'Update', apiVersion, subresource, time, fields};
  return kept([...others.filter((entry) => !isOwn(entry)), own]);
}

const kept = (entries: readonly Manager[]): readonly Manager[] => entries.filter(({fields}) => !isEmptySet(fields));

const bare = (object: JsonObject): JsonObject => dropMetadata(object, ['managedFields']);

/** Reports whether a write resets the managed fields: a list with one empty entry. */
function isReset(object: JsonObject): boolean {
  const entries = list(metadataOf(object)['managedFields']);
  return entries.length === 1 && Object.keys(part(entries[0])).length === 0;
}

/** Returns the entries before this write. A writer may set them; if it leaves them out, they stay. */
function entriesOf({before, object}: Update): readonly Manager[] {
  if (before === undefined) return [];
  const given = managersOf(object);
  return given.length > 0 ? given : managersOf(before);
}
