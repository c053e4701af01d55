import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {asList, asMap, type ListSchema, type MapSchema, type Schema} from '../fields/schema.ts';
import {knownDefault} from '../plan/known-defaults.ts';

/** The schema of an object, and which defaults may be left out. */
export type DropDefaults = {
  readonly schema: Schema;
  /** True to drop only what the server's own schema declares as a default, because nothing verifies the other values. */
  readonly onlySure?: boolean;
};

/**
 * Removes the values that the server defaults, according to the schema and the table of known defaults. The table uses
 * only the names of fields, so the server must verify the result (see restoreFields).
 */
export function dropDefaults(object: JsonObject, {schema, onlySure = false}: DropDefaults): JsonObject {
  const {group, kind} = identityOf(object);
  // Values of a Secret or ConfigMap are the user's own, and their few defaults are not worth a request.
  if (group === '' && (kind === 'Secret' || kind === 'ConfigMap')) return withoutOpaque(object);
  const {apiVersion, kind: _, metadata, ...rest} = object;
  const map = asMap(schema);
  if (map === undefined) return object;
  const walk: Walk = {group, kind, onlySure};
  return {apiVersion: apiVersion ?? '', kind, metadata: metadata ?? {}, ...fieldsLeft(rest, map, [], walk)};
}

function withoutOpaque(object: JsonObject): JsonObject {
  const {type, ...rest} = object;
  return type === 'Opaque' ? rest : object;
}

type Walk = {readonly group: string; readonly kind: string; readonly onlySure: boolean};

function fieldsLeft(object: JsonObject, map: MapSchema, names: readonly string[], walk: Walk): JsonObject {
  const left = Object.entries(object).flatMap(([name, value]) => {
    const type = map.declared(name);
    // A key of a plain map is the user's own, whatever its name.
    if (type === undefined) return [[name, value] as const];
    const required = map.required.includes(name);
    const field: Field = {names: [...names, name], value, type, holder: object, required};
    const part = isDefault(field, walk) ? undefined : partLeft(field, walk);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(left);
}

type Field = {
  readonly names: readonly string[];
  readonly value: Json;
  readonly type: Schema;
  readonly holder: JsonObject;
  readonly required: boolean;
};

/** Returns what remains of a value without defaults, or undefined if nothing remains. */
function partLeft({names, value, type, required}: Field, walk: Walk): Json | undefined {
  if (UNTOUCHED.has(names.at(-1) ?? '')) return value;
  const map = asMap(type);
  if (isObject(value) && map?.mapType === 'granular') {
    const left = fieldsLeft(value, map, names, walk);
    const emptied = Object.keys(left).length === 0 && Object.keys(value).length > 0;
    return emptied && !required ? undefined : left;
  }
  const list = asList(type);
  // A part of an atomic list is not a field: without it the list has another value.
  if (!isList(value) || list?.listType !== 'map') return value;
  return value.map((item) => itemLeft(item, list, names, walk));
}

function itemLeft(item: Json, list: ListSchema, names: readonly string[], walk: Walk): Json {
  const map = asMap(list.items());
  if (!isObject(item) || map === undefined) return item;
  const left = fieldsLeft(item, map, [...names, '[]'], walk);
  const keys = list.keys().filter(({name, required}) => required && item[name] !== undefined);
  const named = Object.fromEntries(keys.map(({name}) => [name, item[name] ?? null]));
  // Keep the original order of the fields.
  return Object.fromEntries(Object.entries(item).flatMap(([name]) => valueOf(name, {...left, ...named})));
}

const valueOf = (name: string, from: JsonObject): readonly (readonly [string, Json])[] =>
  Object.hasOwn(from, name) ? [[name, from[name] ?? null]] : [];

function isDefault({names, value, type, holder, required}: Field, {group, kind, onlySure}: Walk): boolean {
  const name = names.at(-1) ?? '';
  if (required || UNTOUCHED.has(name) || CHOICES.has(name)) return false;
  if (isEmpty(value)) return EMPTY.has(name);
  if (type.default !== undefined && deepEqual(type.default, value)) return true;
  // Maps are handled field by field; in a list with keys the items themselves are what was wanted.
  if (onlySure || isObject(value) || asList(type)?.listType === 'map') return false;
  return knownDefault({group, kind, names, value, holder: () => holder}).defaulter !== 'other';
}

const isEmpty = (value: Json): boolean =>
  (isObject(value) && Object.keys(value).length === 0) || (isList(value) && value.length === 0);

/** Structs that the server writes even if they are empty. Elsewhere an empty map has a meaning (`emptyDir: {}`). */
const EMPTY: ReadonlySet<string> = new Set(['metadata', 'resources', 'securityContext', 'strategy', 'updateStrategy']);

/** Values that the current cluster would choose again, but another cluster or version might not. */
const CHOICES: ReadonlySet<string> = new Set([
  'accessModes',
  'storageClassName',
  'ingressClassName',
  'loadBalancerClass',
  'clusterIP',
  'caBundle',
  'rules',
  'metrics',
  'imagePullSecrets',
  // Of its two names, drop the one that is no longer used.
  'serviceAccountName',
]);

/** Fields that contain a schema: the names in it are not those of fields. */
const UNTOUCHED: ReadonlySet<string> = new Set(['openAPIV3Schema']);
