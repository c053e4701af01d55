import {elementKey, type FieldPath, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {KNOWS_NONE} from '../../core/secret/known-values.ts';
import {maskKubernetes} from '../../core/secret/mask.ts';
import {isRedacted, redactLeaf} from '../../core/secret/redacted-value.ts';
import {below, type FieldSet, isEmptySet} from '../fields/field-set.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type MapSchema, type Schema} from '../fields/schema.ts';
import {stepType} from './secret-fields.ts';

/** The secrets of one object, beyond those of its kind. */
export type Redaction = {
  readonly key: string;
  readonly resourceId: string;
  readonly schema: Schema;
  /** The fields that contain a secret (see `secretFields`). */
  readonly fields: FieldSet;
  /** Reports whether a text contains a known secret value. */
  readonly knows: (text: string) => boolean;
};

/**
 * Replaces each secret of an object by a redacted value: by kind, by field, and by value wherever a copy occurs. A
 * digest is bound to the field's path in plans, so that an item keeps it when it moves in its list. Redacted values
 * stay unchanged.
 */
export const redactObject = (redaction: Redaction, object: JsonObject): JsonObject =>
  redactValue(redaction, [], maskKubernetes(redaction.key, redaction.resourceId, object)) as JsonObject;

/** Replaces the secrets in the value of one field. */
export function redactValue(redaction: Redaction, path: FieldPath, value: Json): Json {
  if (redaction.knows === KNOWS_NONE && isEmptySet(redaction.fields)) return value;
  const type = path.reduce<Schema>(stepType, redaction.schema);
  const set = below(redaction.fields, path);
  return redact(value, {sealing: redaction, path, type, set, inside: isInside(redaction.fields, path)});
}

type Place = {
  readonly sealing: Redaction;
  readonly path: FieldPath;
  readonly type: Schema;
  /** The secret fields below. */
  readonly set: FieldSet | undefined;
  /** True inside of a secret field. */
  readonly inside: boolean;
};

function redact(value: Json, place: Place): Json {
  if (isRedacted(value)) return value;
  const {sealing, path, type, inside} = place;
  const [map, list] = [asMap(type), asList(type)];
  if (isObject(value) && map?.mapType === 'granular') return redactFields(value, map, place);
  if (isList(value) && list?.listType === 'map') return redactItems(value, list, place);
  return inside || holds(value, sealing.knows)
    ? redactLeaf(sealing.key, sealing.resourceId, redactPath(path), value)
    : value;
}

function redactFields(object: JsonObject, map: MapSchema, place: Place): JsonObject {
  const names = namesIn(object, place);
  const entries = Object.entries(object).map(([name, value]) => {
    if (names.has(name)) return [name, value] as const;
    return [name, redact(value, stepInto(place, {field: name}, fieldOf(map, name)))] as const;
  });
  // fromEntries defines fields, so that a key `__proto__` stays a key.
  return entries.every(([name, value]) => value === object[name]) ? object : Object.fromEntries(entries);
}

function redactItems(items: readonly Json[], list: ListSchema, place: Place): readonly Json[] {
  const redacted = items.map((item, index) =>
    redact(item, stepInto(place, itemElement(item, list) ?? {index}, list.items())),
  );
  return redacted.every((item, i) => item === items[i]) ? items : redacted;
}

const stepInto = (place: Place, element: PathElement, type: Schema | undefined): Place => ({
  sealing: place.sealing,
  path: [...place.path, element],
  type: type ?? DEDUCED,
  set: place.set?.children.get(elementKey(element)),
  inside: place.inside || (place.set?.members.has(elementKey(element)) ?? false),
});

const NO_NAMES: ReadonlySet<string> = new Set();
const OBJECT_NAMES: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const METADATA_NAMES: ReadonlySet<string> = new Set(['name', 'namespace', 'uid', 'managedFields', 'ownerReferences']);

/** Returns the fields that identify an object or a list item: they contain no secrets, and without them nothing could be compared. */
function namesIn(object: JsonObject, {path}: Place): ReadonlySet<string> {
  const last = path.at(-1);
  if (last === undefined) return OBJECT_NAMES;
  if (path.length === 1 && 'field' in last && last.field === 'metadata') return METADATA_NAMES;
  return 'key' in last ? new Set(Object.keys(last.key).filter((name) => Object.hasOwn(object, name))) : NO_NAMES;
}

function isInside(fields: FieldSet, path: FieldPath): boolean {
  return path.some((element, i) => below(fields, path.slice(0, i))?.members.has(elementKey(element)) ?? false);
}

function holds(value: Json, knows: Redaction['knows']): boolean {
  if (typeof value === 'string') return knows(value);
  if (isList(value)) return value.some((item) => holds(item, knows));
  return isObject(value) && Object.entries(value).some(([name, field]) => knows(name) || holds(field, knows));
}

/** Converts a field path to the path in the object, so that the digest is the same as for the secrets of the kind. */
const redactPath = (path: FieldPath): JsonPath =>
  path.map((element) =>
    'field' in element ? element.field : 'index' in element ? element.index : elementKey(element),
  );
