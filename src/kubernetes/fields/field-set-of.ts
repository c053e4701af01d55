import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {completed, difference, type FieldSet, fieldSet, isEmptySet, newFieldSet} from './field-set.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/**
 * Returns the fields that the server records as ours when we apply this object: the content of its `Apply` entry in
 * managedFields. The rules are those of structured-merge-diff, followed by what the server strips: identity and
 * server-only fields.
 */
export function fieldSetOf(object: JsonObject, schema: Schema): FieldSet {
  const set = newFieldSet();
  addBelow(set, object, schema);
  if (isSigningRequest(object)) drop(set, 'f:spec');
  return withoutIdentity(set);
}

/** Returns every field of an object, including fields that nobody is recorded to own (structured-merge-diff's `ToFieldSet`). */
export function toFieldSet(object: JsonObject, schema: Schema): FieldSet {
  const set = newFieldSet();
  addBelow(set, object, schema);
  return set;
}

/** Returns the set without the fields that identify the object and those that only the server writes. */
export const withoutIdentity = (set: FieldSet): FieldSet => difference(set, NEVER_OWNED);

/** Reports whether the object is a CertificateSigningRequest. Its spec cannot be changed: the server takes it at creation and records no owner. */
const isSigningRequest = ({apiVersion, kind}: JsonObject): boolean =>
  kind === 'CertificateSigningRequest' && apiVersion === 'certificates.k8s.io/v1';

/** A set while the fields of an object are added to it. The sets below it are complete. */
type Adding = {readonly members: Set<string>; readonly children: Map<string, FieldSet>};

function drop(set: Adding, key: string): void {
  set.members.delete(key);
  set.children.delete(key);
}

const NEVER_OWNED: FieldSet = fieldSet([
  [{field: 'apiVersion'}],
  [{field: 'kind'}],
  [{field: 'metadata'}],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((field) => [{field: 'metadata'}, {field}]),
]);

function addBelow(set: Adding, value: Json, schema: Schema): void {
  const [map, list] = [asMap(schema), asList(schema)];
  if (isObject(value) && map !== undefined) addFields(set, value, map);
  else if (isList(value) && list !== undefined) addItems(set, value, list);
}

/** Reports whether a value is a scalar, or an object or list that is owned only as a whole. */
function isWhole(value: Json, schema: Schema): boolean {
  if (isObject(value)) return asMap(schema)?.mapType !== 'granular';
  return !isList(value) || (asList(schema)?.listType ?? 'atomic') === 'atomic';
}

function addFields(set: Adding, object: JsonObject, schema: MapSchema): void {
  for (const name of Object.keys(object)) {
    const value = object[name];
    const declared = schema.declared(name);
    const type = declared ?? schema.additional();
    if (value === undefined || type === undefined) continue;
    const free = declared === undefined;
    // A declared field that only contains other fields is not a member itself; a key of a map is, and so is an empty
    // object.
    const key = free ? `f:${name}` : declaredKey(name);
    if (free || isEmptyObject(value)) set.members.add(key);
    addStep(set, key, value, type);
  }
}

/** Returns the step of a declared field, the same text each time: schemas declare few names, which all objects repeat. */
function declaredKey(name: string): string {
  const known = DECLARED.get(name);
  if (known !== undefined) return known;
  const key = `f:${name}`;
  DECLARED.set(name, key);
  return key;
}

const DECLARED = new Map<string, string>();

function addItems(set: Adding, items: readonly Json[], schema: ListSchema): void {
  const seen = new Map<string, number>();
  const keys = items.map((item) => {
    const element = itemElement(item, schema);
    return element === undefined ? undefined : elementKey(element);
  });
  for (const key of keys) if (key !== undefined) seen.set(key, (seen.get(key) ?? 0) + 1);
  for (const [i, key] of keys.entries()) {
    if (key === undefined) continue;
    // Two items with the same key cannot be distinguished: only the key itself is recorded.
    set.members.add(key);
    if (seen.get(key) === 1) addStep(set, key, items[i] ?? null, schema.items());
  }
}

function addStep(set: Adding, key: string, value: Json, schema: Schema): void {
  if (isWhole(value, schema)) {
    set.members.add(key);
    return;
  }
  const child = newFieldSet();
  addBelow(child, value, schema);
  if (!isEmptySet(child)) set.children.set(key, completed(child));
}

const isEmptyObject = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
