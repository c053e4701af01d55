import type {FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';
import {dropNulls, dropServerFields, foldStringData} from '../fields/drop-server-fields.ts';
import {
  difference,
  EMPTY_FIELD_SET,
  type FieldSet,
  fieldSet,
  hasPath,
  intersection,
  isEmptySet,
  paths,
  union,
} from '../fields/field-set.ts';
import {fieldSetOf} from '../fields/field-set-of.ts';
import {fromFieldsV1, toFieldsV1} from '../fields/fields-v1.ts';
import type {Schema} from '../fields/schema.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import {annotationOf} from './ownership.ts';
import {
  CREATOR,
  HELM_NAME_ANNOTATION,
  HELM_NAMESPACE_ANNOTATION,
  LAST_APPLIED_ANNOTATION,
  MANAGED_BY_LABEL,
  metadataOf,
  type TakeOverManager,
  writerOf,
} from './take-over-managers.ts';
import {isLeftAnnotation, isTakeOverPending, takenRow} from './take-over-pending.ts';

/** The fields of one older manager that become ours. */
export type TakenFields = {
  readonly manager: string;
  /** The time of its last write. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** True if it was added to our object, and its removal was requested. */
  readonly reverted?: true;
};

/** The change of an object's managed fields before our apply, by which fields of older tools become ours to keep or to drop. */
export type TakeOver = {
  readonly taken: readonly TakenFields[];
  /** The new metadata.managedFields. */
  readonly managedFields: readonly JsonObject[];
  /** The fields that our Apply entry owns afterwards. */
  readonly held: FieldSet;
  /** The fields that all others own afterwards. */
  readonly others: FieldSet;
};

/** The desired and the live object whose client-side managers are migrated. */
export type TakeOverRequest = {
  readonly live: JsonObject;
  readonly desired: JsonObject;
  readonly schema: Schema;
  /** True if the object is not ours yet. */
  readonly adopting: boolean;
  /** The objects with this identity in the manifests of the Helm release; undefined if these cannot be read. */
  readonly released: readonly JsonObject[] | undefined;
  /** True to take over only labels and annotations of an entry that may contain server defaults, because the server does not remove the rest. */
  readonly timid?: boolean;
  /** Reports whether the user leaves a field to others: it stays, and then has no owner. */
  readonly left?: ((path: FieldPath) => boolean) | undefined;
  readonly table?: readonly TakeOverManager[];
};

/** Plans a take-over. Returns undefined if there is nothing to take over. */
export function takeOver(request: TakeOverRequest): TakeOver | undefined {
  const {live, desired} = request;
  if (!isTakeOverPending(request)) return undefined;
  const entries = entriesOf(live);
  const rows = entries.map((entry) => takenRow(request, entry));
  const taken = entries.flatMap((entry, i): TakenFields[] => {
    const row = rows[i];
    if (row === undefined) return [];
    const {manager, time} = writerOf(entry);
    return [{manager, time, fields: notLeft(request, fieldsOf(request, row, entry))}];
  });
  const annotation = isLeftAnnotation(live, desired) ? ANNOTATION : EMPTY_FIELD_SET;
  // Without any entry nobody owns the object: kubectl's fields are those that it last applied.
  const isApplied = entries.length === 0 || rows.some((row) => row?.record === 'last-applied');
  const applied = isApplied ? notLeft(request, lastApplied(request)) : undefined;
  const rest = entries
    .filter((entry, i) => rows[i] === undefined && !isOwn(entry))
    .flatMap((entry) => {
      const isCreator = writerOf(entry).manager === CREATOR && applied !== undefined;
      return without(entry, isCreator ? union(annotation, applied) : annotation);
    });
  const own = entries.filter(isOwn);
  const held = [...own.map(setOf), ...taken.map(({fields}) => fields), applied ?? annotation].reduce(
    union,
    EMPTY_FIELD_SET,
  );
  return {
    taken: taken.length > 0 ? taken : [{...annotationWriter(entries), fields: applied ?? annotation}],
    managedFields: [...rest, unitedEntry({held, entries: [...own, ...entries.filter((_, i) => rows[i])], desired})],
    held,
    others: rest.map(setOf).reduce(union, EMPTY_FIELD_SET),
  };
}

/** Reports whether a writer of a field still owns it afterwards; otherwise the conflict no longer exists. */
export const stillHolds = (
  {managedFields}: TakeOver,
  path: FieldPath,
  {manager, operation}: {readonly manager: string; readonly operation: string},
): boolean =>
  managedFields.some((entry) => {
    const writer = writerOf(entry);
    return writer.manager === manager && writer.operation === operation && hasPath(setOf(entry), path);
  });

/** Reports whether the fields to take over are known only from an entry that also contains the server's defaults. */
export const isGuess = (request: Pick<TakeOverRequest, 'live' | 'adopting' | 'released' | 'table'>): boolean =>
  entriesOf(request.live).some((entry) => {
    const row = takenRow(request, entry);
    if (row === undefined || row.operation === 'Apply') return false;
    if (row.record === 'last-applied') return parseLastApplied(request.live) === undefined;
    return row.record === 'entry' || request.released === undefined || request.released.length === 0;
  });

function notLeft({left}: TakeOverRequest, set: FieldSet): FieldSet;
function notLeft({left}: TakeOverRequest, set: FieldSet | undefined): FieldSet | undefined;
function notLeft({left, live}: TakeOverRequest, set: FieldSet | undefined): FieldSet | undefined {
  if (set === undefined) return set;
  const own = live['kind'] === 'Namespace' ? difference(set, NAMESPACE_LABEL) : set;
  return left === undefined ? own : difference(own, fieldSet(paths(own).filter(left)));
}

function fieldsOf(request: TakeOverRequest, row: TakeOverManager, entry: JsonObject): FieldSet {
  if (row.operation === 'Apply') return withData(setOf(entry), request.live);
  const recorded =
    row.record === 'last-applied'
      ? lastApplied(request)
      : row.record === 'helm-release'
        ? ofRelease(request)
        : undefined;
  if (recorded !== undefined) return recorded;
  return request.timid ? onlyMetadata(setOf(entry)) : setOf(entry);
}

/**
 * Adds `data` to the set of an applier of a Secret's `stringData`: the applier owns only stringData, and nobody the
 * data that the server makes of it.
 */
function withData(set: FieldSet, {apiVersion, kind}: JsonObject): FieldSet {
  const folded = apiVersion === 'v1' && kind === 'Secret' ? set.children.get('f:stringData') : undefined;
  return folded === undefined ? set : union(set, {members: new Set(), children: new Map([['f:data', folded]])});
}

function onlyMetadata(set: FieldSet): FieldSet {
  const metadata = set.children.get('f:metadata');
  return {members: new Set(), children: new Map(metadata === undefined ? [] : [['f:metadata', metadata]])};
}

/** Returns the fields of the manifest that kubectl last applied, and its annotation. */
function lastApplied({live, schema}: TakeOverRequest): FieldSet | undefined {
  const manifest = parseLastApplied(live);
  return manifest === undefined ? undefined : union(fieldsOfManifest(manifest, schema), ANNOTATION);
}

function parseLastApplied(live: JsonObject): JsonObject | undefined {
  try {
    const manifest = JSON.parse(annotationOf(live, LAST_APPLIED_ANNOTATION) ?? 'null') as JsonObject | null;
    return isObject(manifest ?? undefined) ? (manifest ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the fields that the manifests of the release name, and those with which Helm marks the object. */
function ofRelease({released = [], schema}: TakeOverRequest): FieldSet | undefined {
  if (released.length === 0) return undefined;
  return released.map((object) => fieldsOfManifest(object, schema)).reduce(union, HELM_METADATA);
}

const fieldsOfManifest = (object: JsonObject, schema: Schema): FieldSet =>
  fieldSetOf(dropNulls(foldStringData(dropServerFields(object)), schema), schema);

const metadataPath = (part: string, field: string): FieldPath => [{field: 'metadata'}, {field: part}, {field}];

const ANNOTATION = fieldSet([metadataPath('annotations', LAST_APPLIED_ANNOTATION)]);
const HELM_METADATA = fieldSet([
  metadataPath('annotations', HELM_NAME_ANNOTATION),
  metadataPath('annotations', HELM_NAMESPACE_ANNOTATION),
  metadataPath('labels', MANAGED_BY_LABEL),
]);

/** The server counts it to the creator of a Namespace, and adds it again whenever it is removed. */
const NAMESPACE_LABEL = fieldSet([metadataPath('labels', 'kubernetes.io/metadata.name')]);

/** The fields by which a tool recognizes its own objects. Their removal is not a change by the user. */
export const BOOKKEEPING: FieldSet = union(ANNOTATION, HELM_METADATA);

/** Returns the managedFields entries of an object. */
export function entriesOf(live: JsonObject): readonly JsonObject[] {
  const entries = metadataOf(live)['managedFields'];
  return isList(entries) ? entries.filter(isObject) : [];
}

/** Reports whether an entry is Gantry's apply entry. */
export const isOwn = (entry: JsonObject): boolean => {
  const {manager, operation, subresource} = writerOf(entry);
  return manager === FIELD_MANAGER && operation === 'Apply' && (subresource ?? '') === '';
};

/** Returns the field set of a managedFields entry. */
export const setOf = (entry: JsonObject): FieldSet =>
  isObject(entry['fieldsV1']) ? fromFieldsV1(entry['fieldsV1']) : EMPTY_FIELD_SET;

/** Returns the entry without some fields: unchanged if it contains none of them, no entry if nothing remains. */
function without(entry: JsonObject, fields: FieldSet): readonly JsonObject[] {
  const set = setOf(entry);
  if (isEmptySet(intersection(set, fields))) return [entry];
  const rest = difference(set, fields);
  return isEmptySet(rest) ? [] : [{...entry, fieldsV1: toFieldsV1(rest)}];
}

function annotationWriter(entries: readonly JsonObject[]): Omit<TakenFields, 'fields'> {
  const writer = entries.find((entry) => !isEmptySet(intersection(setOf(entry), ANNOTATION)));
  const {manager, time} =
    writer === undefined ? {manager: 'kubectl-client-side-apply', time: undefined} : writerOf(writer);
  return {manager, time};
}

type United = {readonly held: FieldSet; readonly entries: readonly JsonObject[]; readonly desired: JsonObject};

/** Returns our united entry. Its time is that of the latest writer, because later writes are recognized by it. */
function unitedEntry({held, entries, desired}: United): JsonObject {
  const time = entries
    .map((entry) => writerOf(entry).time ?? '')
    .toSorted()
    .at(-1);
  return {
    manager: FIELD_MANAGER,
    operation: 'Apply',
    apiVersion: identityOf(desired).apiVersion,
    ...defined({time: time === undefined || time === '' ? undefined : time}),
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(held),
  };
}
