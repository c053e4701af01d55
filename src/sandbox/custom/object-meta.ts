import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {child} from '../model/problem.ts';
import {timestamp} from '../model/time.ts';

/** How Go declares a part of `metav1.ObjectMeta`: what its decoder takes, and what it calls the type when it does not. */
type Type =
  | {readonly is: 'text' | 'number' | 'boolean'; readonly called: string}
  | {readonly is: 'time'}
  | {readonly is: 'any'}
  | {readonly is: 'map'}
  | {readonly is: 'list'; readonly called: string; readonly of: Type}
  | {readonly is: 'struct'; readonly called: string; readonly fields: Readonly<Record<string, Type>>};

const STRING: Type = {is: 'text', called: 'string'};
const UID: Type = {is: 'text', called: 'types.UID'};
const INT64: Type = {is: 'number', called: 'int64'};
const BOOL: Type = {is: 'boolean', called: 'bool'};
const TIME: Type = {is: 'time'};

const OWNER: Type = {
  is: 'struct',
  called: 'OwnerReference',
  fields: {apiVersion: STRING, kind: STRING, name: STRING, uid: UID, controller: BOOL, blockOwnerDeletion: BOOL},
};

const MANAGER: Type = {
  is: 'struct',
  called: 'ManagedFieldsEntry',
  fields: {
    manager: STRING,
    operation: {is: 'text', called: 'v1.ManagedFieldsOperationType'},
    apiVersion: STRING,
    time: TIME,
    fieldsType: STRING,
    fieldsV1: {is: 'any'},
    subresource: STRING,
  },
};

const OBJECT_META: Type = {
  is: 'struct',
  called: 'ObjectMeta',
  fields: {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    selfLink: STRING,
    uid: UID,
    resourceVersion: STRING,
    generation: INT64,
    creationTimestamp: TIME,
    deletionTimestamp: TIME,
    deletionGracePeriodSeconds: INT64,
    labels: {is: 'map'},
    annotations: {is: 'map'},
    ownerReferences: {is: 'list', called: '[]v1.OwnerReference', of: OWNER},
    finalizers: {is: 'list', called: '[]string', of: STRING},
    managedFields: {is: 'list', called: '[]v1.ManagedFieldsEntry', of: MANAGER},
  },
};

/** Metadata as Go reads and writes it, with the paths of what it does not know; or why it cannot be read. */
export type ReadMeta =
  | {readonly metadata: JsonObject; readonly unknown: readonly string[]}
  | {readonly problem: string};

class Unreadable extends Error {}

/** `path` is where the metadata stand: `metadata`, `spec.template.metadata`. */
export function readObjectMeta(value: Json, path: string): ReadMeta {
  const unknown: string[] = [];
  try {
    const read = readValue(value, OBJECT_META, {path, inside: '', struct: '', unknown});
    return {metadata: isObject(read) ? read : {}, unknown};
  } catch (error) {
    if (error instanceof Unreadable) return {problem: error.message};
    throw error;
  }
}

type Place = {
  readonly path: string;
  /** The path within the metadata, as Go's errors have it: without indexes. */
  readonly inside: string;
  readonly struct: string;
  readonly unknown: string[];
};

const jsonKind = (value: Json): string => {
  if (typeof value === 'boolean') return 'bool';
  if (isList(value)) return 'array';
  return typeof value;
};

function refuse(value: Json, called: string, {inside, struct}: Place): never {
  const what = typeof value === 'number' && called === 'int64' ? `number ${value}` : jsonKind(value);
  throw new Unreadable(
    inside === ''
      ? `json: cannot unmarshal ${what} into Go value of type v1.${called}`
      : `json: cannot unmarshal ${what} into Go struct field ${struct}.${inside} of type ${called}`,
  );
}

function readValue(value: Json, type: Type, place: Place): Json | undefined {
  if (value === null || type.is === 'any') return value ?? undefined;
  if (type.is === 'time') return readTime(value, place);
  if (type.is === 'map') return isObject(value) ? readMap(value, place) : refuse(value, 'map[string]string', place);
  if (type.is === 'list') return isList(value) ? readList(value, type.of, place) : refuse(value, type.called, place);
  if (type.is === 'struct')
    return isObject(value) ? readStruct(value, type, place) : refuse(value, typeName(type.called), place);
  return isOf(value, type.is) ? value : refuse(value, type.called, place);
}

const isOf = (value: Json, type: 'text' | 'number' | 'boolean'): boolean =>
  type === 'number' ? Number.isInteger(value) : typeof value === (type === 'text' ? 'string' : type);

const readList = (value: readonly Json[], of: Type, place: Place): Json =>
  value.map((item, i) => readValue(item, of, {...place, path: `${place.path}[${i}]`}) ?? zero(of));

const typeName = (called: string): string => (called === 'ObjectMeta' ? called : `v1.${called}`);
const zero = (type: Type): Json => (type.is === 'text' ? '' : {});

function readMap(value: JsonObject, place: Place): JsonObject {
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    if (item !== null && typeof item !== 'string') refuse(item, 'string', place);
    return [key, item ?? ''];
  });
  return Object.fromEntries(entries);
}

function readTime(value: Json, place: Place): string {
  if (typeof value !== 'string') return refuse(value, 'string', place);
  const time = Date.parse(value);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(time);
  if (!isTime) throw new Unreadable(unreadableTime(value));
  return timestamp(time);
}

const unreadableTime = (value: string): string =>
  `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(value)} as "2006"`;

function readStruct(value: JsonObject, type: Extract<Type, {is: 'struct'}>, place: Place): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field === undefined) {
      place.unknown.push(`${place.path}.${name}`);
      continue;
    }
    const inside = child(place.inside, name);
    const read = readValue(inner, field, {...place, path: `${place.path}.${name}`, inside, struct: type.called});
    if (read !== undefined && !isOmitted(read, field, type)) result[name] = read;
  }
  return result;
}

/** Go leaves out what is empty; an owner's and a manager's texts it does not. */
function isOmitted(value: Json, field: Type, {called}: {readonly called: string}): boolean {
  if (called === 'OwnerReference') return false;
  if (isList(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0 && field.is === 'map';
  return value === '' || value === 0;
}
