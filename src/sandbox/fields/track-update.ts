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
  /** What an empty object of this kind is: nothing that it has by itself is anybody's. */
  readonly zero: JsonObject;
  /** After decoding and defaults, before the server fills anything in. */
  readonly object: JsonObject;
  /** Of the request's version. */
  readonly resource: Resource;
  readonly manager: string;
  readonly subresource: string;
  /** RFC 3339. */
  readonly time: string;
};

/**
 * Who owns what after a write that is no apply (structured-merge-diff's `Updater.Update`): the writer owns what it changed and
 * added, others lose that, and everybody loses what is gone. An object without any entry is not tracked until somebody applies.
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

/** A list with one empty entry asks to forget who owns what. */
function isReset(object: JsonObject): boolean {
  const entries = list(metadataOf(object)['managedFields']);
  return entries.length === 1 && Object.keys(part(entries[0])).length === 0;
}

/** Who writes the object may write who owns what, too; who does not leaves that as it is. */
function entriesOf({before, object}: Update): readonly Manager[] {
  if (before === undefined) return [];
  const given = managersOf(object);
  return given.length > 0 ? given : managersOf(before);
}
