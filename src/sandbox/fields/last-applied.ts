import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {compareStates} from '../../kubernetes/fields/comparison.ts';
import {difference, EMPTY_FIELD_SET, type FieldSet, isEmptySet} from '../../kubernetes/fields/field-set.ts';
import {toFieldSet} from '../../kubernetes/fields/field-set-of.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';
import type {Schema} from '../../kubernetes/fields/schema.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {metadataOf, withMetadata} from '../model/metadata.ts';
import {part, text} from '../model/part.ts';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** Reports whether a manager is kubectl. Only its own server-side apply reads its older applies; another manager name opts out. */
const isKubectl = (manager: string): boolean => manager === 'kubectl';

type Taking = {readonly manager: string; readonly live: JsonObject | undefined; readonly schema: Schema};

/**
 * Returns the remaining conflicts. kubectl takes over the fields of its client-side apply, which its annotation lists, unless they have
 * changed since. If there is any other conflict, only that one is reported (`lastAppliedManager`).
 */
export function conflictsLeft(conflicts: readonly Manager[], {manager, live, schema}: Taking): readonly Manager[] {
  if (!isKubectl(manager) || live === undefined) return conflicts;
  const mine = stillAsApplied(live, schema);
  return conflicts
    .map((one) => ({...one, fields: difference(one.fields, mine)}))
    .filter(({fields}) => !isEmptySet(fields));
}

function stillAsApplied(live: JsonObject, schema: Schema): FieldSet {
  const applied = parsed(annotationOf(live));
  if (!isObject(applied) || applied['apiVersion'] !== live['apiVersion']) return EMPTY_FIELD_SET;
  const {added, modified, removed} = compareStates(applied, live, schema);
  return [modified, added, removed].reduce(difference, toFieldSet(applied, schema));
}

/** Updates the annotation of kubectl's client-side apply, if the object has it (`lastAppliedUpdater`). */
export function withLastApplied(object: JsonObject, desired: JsonObject, manager: string): JsonObject {
  if (!isKubectl(manager) || annotationOf(object) === '') return object;
  const annotations = {...part(metadataOf(object)['annotations']), [ANNOTATION]: `${canonicalJson(bare(desired))}\n`};
  return withMetadata(object, {annotations});
}

function bare(desired: JsonObject): JsonObject {
  const {annotations} = metadataOf(desired);
  if (!isObject(annotations)) return desired;
  const {[ANNOTATION]: _, ...rest} = annotations;
  return withMetadata(desired, {annotations: rest});
}

const annotationOf = (object: JsonObject): string => text(part(metadataOf(object)['annotations'])[ANNOTATION]);

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return null;
  }
}
