import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {asList, asMap, type ListSchema, type MapSchema, type Schema} from '../fields/schema.ts';
import {knownFill} from '../plan/known-fills.ts';

/** The schema of an object, and which defaults may be left out. */
export type DropDefaults = {
  readonly schema: Schema;
  /** Take only what the server's own schema calls a default: nobody proves the rest. */
  readonly onlySure?: boolean;
};

/**
 * Without the values that the server fills in by itself, as far as a schema or the table of known defaults says so. The table
 * goes by the names of fields: what it took is to be proved by the server (see restoreFields).
 */
export function dropDefaults(object: JsonObject, {schema, onlySure = false}: DropDefaults): JsonObject {
  const {group, kind} = identityOf(object);
  // Values of a Secret or ConfigMap are the user's own; their few defaults are not worth a request.
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
    // A key of a plain map is the user's own, whatever it is called.
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

/** What is left of a value; undefined where all of it was the server's. */
function partLeft({names, value, type, required}: Field, walk: Walk): Json | undefined {
  if (UNTOUCHED.has(names.at(-1) ?? '')) return value;
  const map = asMap(type);
  if (isObject(value) && map?.mapType === 'granular') {
    const left = fieldsLeft(value, map, names, walk);
    const emptied = Object.keys(left).length === 0 && Object.keys(value).length > 0;
    return emptied && !required ? undefined : left;
  }
  const list = asList(type);
  // Part of an atomic list is no field: with other items it would be another list.
  if (!isList(value) || list?.listType !== 'map') return value;
  return value.map((item) => itemLeft(item, list, names, walk));
}

function itemLeft(item: Json, list: ListSchema, names: readonly string[], walk: Walk): Json {
  const map = asMap(list.items());
  if (!isObject(item) || map === undefined) return item;
  const left = fieldsLeft(item, map, [...names, '[]'], walk);
  const keys = list.keys().filter(({name, required}) => required && item[name] !== undefined);
  const named = Object.fromEntries(keys.map(({name}) => [name, item[name] ?? null]));
  // In the order in which they stood.
  return Object.fromEntries(Object.entries(item).flatMap(([name]) => valueOf(name, {...left, ...named})));
}

const valueOf = (name: string, from: JsonObject): readonly (readonly [string, Json])[] =>
  Object.hasOwn(from, name) ? [[name, from[name] ?? null]] : [];

function isDefault({names, value, type, holder, required}: Field, {group, kind, onlySure}: Walk): boolean {
  const name = names.at(-1) ?? '';
  if (required || UNTOUCHED.has(name) || CHOICES.has(name)) return false;
  if (isEmpty(value)) return EMPTY.has(name);
  if (type.default !== undefined && deepEqual(type.default, value)) return true;
  // Maps go part by part; of a list with keys the items are what was wanted.
  if (onlySure || isObject(value) || asList(type)?.listType === 'map') return false;
  return knownFill({group, kind, names, value, holder: () => holder}).filler !== 'other';
}

const isEmpty = (value: Json): boolean =>
  (isObject(value) && Object.keys(value).length === 0) || (isList(value) && value.length === 0);

/** Structs that the server writes even where nothing is in them. Elsewhere an empty map says something (`emptyDir: {}`). */
const EMPTY: ReadonlySet<string> = new Set(['metadata', 'resources', 'securityContext', 'strategy', 'updateStrategy']);

/** What the cluster of today would choose in the same way, and that of tomorrow perhaps not. */
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
  // Of its two names the one that is no longer used goes.
  'serviceAccountName',
]);

/** A schema in an object: its names are not those of fields. */
const UNTOUCHED: ReadonlySet<string> = new Set(['openAPIV3Schema']);
