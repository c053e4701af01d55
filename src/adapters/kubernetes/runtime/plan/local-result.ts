import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {applyConfiguration} from '../../../../kubernetes/fields/apply-configuration.ts';
import {compareObjects, type FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropServerFields} from '../../../../kubernetes/fields/drop-server-fields.ts';
import {below, difference, fieldSet, hasPath} from '../../../../kubernetes/fields/field-set.ts';
import {toFieldSet} from '../../../../kubernetes/fields/field-set-of.ts';
import {FIELD_MANAGER, ID_ANNOTATION, LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import type {Target} from './target.ts';

/** Returns the differences between the live object and the server's answer, without server-only fields. */
export const answeredDifferences = (
  live: JsonObject,
  answer: JsonObject,
  {kind, left}: Target,
): readonly FieldDifference[] => {
  const all = compareObjects(withMaps(dropServerFields(live)), withMaps(dropServerFields(answer)), kind.schema);
  return left === undefined ? all : all.filter(({path}) => !left(path));
};

/** Adds empty labels and annotations, so that a first entry is shown (or recognized as our own) by itself, not as a new map. */
export const withMaps = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: {labels: {}, annotations: {}, ...(isObject(object['metadata']) ? object['metadata'] : {})},
});

/**
 * Returns what a write would change, as far as it is known without the server: the merge that the server makes, without
 * its defaults. A field that waits for its value is not a removal.
 */
export function localDifferences(live: JsonObject, target: Target): readonly FieldDifference[] {
  const {desired, written, kind, cleared = []} = target;
  const {object} = applyConfiguration({live, desired, schema: kind.schema, manager: FIELD_MANAGER});
  const wanted = difference(toFieldSet(written, kind.schema), fieldSet(cleared));
  return answeredDifferences(live, object, target).filter(
    ({path, after}) => after !== undefined || !(hasPath(wanted, path) || below(wanted, path) !== undefined),
  );
}

/** Returns a new object as additions, one for each top-level field and each entry of data, without our own label and annotations. */
export function createdDifferences({desired, kind, identity}: Target): readonly FieldDifference[] {
  const {metadata, ...rest} = desired;
  const shown: JsonObject = isObject(metadata) ? metadata : {};
  const {name: _name, namespace: _namespace, ...described} = shown;
  const base = identity.group === '' && identity.kind === 'Secret' ? {data: {}} : {};
  const {apiVersion: _apiVersion, kind: _kind, ...body} = rest;
  return compareObjects(
    {...base, metadata: {labels: {}, annotations: {}}},
    {...body, metadata: described},
    kind.schema,
  ).filter(({path}) => !isOwnershipField(path));
}

const OWN_PREFIX = ID_ANNOTATION.slice(0, ID_ANNOTATION.indexOf('/') + 1);

/** Reports whether a path is our own label or one of our annotations. */
export function isOwnershipField(path: FieldPath): boolean {
  const last = path.at(-1);
  return (
    path.length === 3 &&
    last !== undefined &&
    'field' in last &&
    (last.field === LINEAGE_LABEL || last.field.startsWith(OWN_PREFIX))
  );
}
