import type {Json, JsonObject} from '../../core/json.ts';
import {ProtobufFault, readWire, type WireField} from './protobuf-wire.ts';

/** A field of a message: its number, its JSON name, its type, and its form: single, list (`r`), map (`m`) or inlined (`i`). */
export type ProtobufField = readonly [number: number, name: string, type: string, is: '' | 'r' | 'm' | 'i'];
/** Fields of the protobuf messages, by the name of the message. */
export type ProtobufTypes = Readonly<Record<string, readonly ProtobufField[]>>;

const MAGIC = Buffer.from('k8s\0');

/**
 * Decodes the object in a body of `application/vnd.kubernetes.protobuf`, which Go clients send for the kinds that they know. The envelope
 * (`runtime.Unknown`) names the kind, and its bytes are the message.
 */
export function parseProtobuf(body: Buffer, types: ProtobufTypes): JsonObject {
  if (body.length === 0) throw new ProtobufFault('empty data');
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) {
    const expected = [...MAGIC].join(' ');
    throw new ProtobufFault(`provided data does not appear to be a protobuf message, expected prefix [${expected}]`);
  }
  const envelope = readWire(body.subarray(MAGIC.length));
  const type = readWire(bytesOf(envelope, 1));
  const [apiVersion, kind] = [bytesOf(type, 1).toString(), bytesOf(type, 2).toString()];
  const message = messageOf(apiVersion, kind, types);
  // The caller, who knows the expected kind, reports that this one is unknown.
  if (message === undefined) return {apiVersion, kind};
  return {apiVersion, kind, ...readMessage(bytesOf(envelope, 2), message, types)};
}

const bytesOf = (fields: readonly WireField[], number: number): Buffer =>
  fields.findLast((field) => field.number === number)?.bytes ?? Buffer.alloc(0);

const META = 'k8s.io.apimachinery.pkg.apis.meta.v1';

/** Returns the message of a kind. `rbac.authorization.k8s.io/v1` is the package `rbac.v1`; options of requests are in that of meta. */
function messageOf(apiVersion: string, kind: string, types: ProtobufTypes): string | undefined {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const inPackage = `k8s.io.api.${group?.split('.')[0] ?? ''}.${version ?? ''}.${kind}`;
  return [inPackage, `${META}.${kind}`].find((name) => Object.hasOwn(types, name));
}

function readMessage(bytes: Buffer, type: string, types: ProtobufTypes): JsonObject {
  const known = new Map((types[type] ?? []).map((field) => [field[0], field]));
  const object: Record<string, Json> = {};
  for (const wire of readWire(bytes)) {
    const field = known.get(wire.number);
    if (field === undefined) continue;
    const [, name, of, is] = field;
    if (is === 'i') Object.assign(object, readMessage(wire.bytes, of, types));
    else if (is === 'r') object[name] = [...((object[name] ?? []) as readonly Json[]), readValue(wire, of, types)];
    else if (is === 'm') object[name] = {...((object[name] ?? {}) as JsonObject), ...readEntry(wire, of, types)};
    else object[name] = readValue(wire, of, types);
  }
  return object;
}

/** Reads an entry of a map: a key, which is always a string, and a value. */
function readEntry({bytes}: WireField, type: string, types: ProtobufTypes): JsonObject {
  const fields = readWire(bytes);
  const value = fields.findLast(({number}) => number === 2) ?? {number: 2, bytes: Buffer.alloc(0), value: 0n};
  return {[bytesOf(fields, 1).toString()]: readValue(value, type, types)};
}

function readValue(wire: WireField, type: string, types: ProtobufTypes): Json {
  const {bytes, value} = wire;
  switch (type) {
    case 'string':
      return bytes.toString();
    case 'bytes':
      return bytes.toString('base64');
    case 'bool':
      return value !== 0n;
    case 'int32':
    case 'int64':
      return Number(BigInt.asIntN(64, value));
    case 'uint32':
    case 'uint64':
      return Number(value);
    case 'double':
      return bytes.length === 8 ? bytes.readDoubleLE() : 0;
    default:
      return (SPECIAL[type] ?? readMessage)(bytes, type, types);
  }
}

type ReadSpecial = (bytes: Buffer, type: string, types: ProtobufTypes) => Json;

const number = (fields: readonly WireField[], at: number): number =>
  Number(BigInt.asIntN(64, fields.findLast((field) => field.number === at)?.value ?? 0n));

const readTime =
  (places: 0 | 6): ReadSpecial =>
  (bytes) => {
    if (bytes.length === 0) return null;
    const fields = readWire(bytes);
    const seconds = new Date(number(fields, 1) * 1000).toISOString().slice(0, 19);
    return places === 0
      ? `${seconds}Z`
      : `${seconds}.${String(Math.trunc(number(fields, 2) / 1000)).padStart(6, '0')}Z`;
  };

const readRaw: ReadSpecial = (bytes) => {
  const raw = bytesOf(readWire(bytes), 1).toString();
  try {
    return raw === '' ? null : (JSON.parse(raw) as Json);
  } catch {
    throw new ProtobufFault('an embedded object is not JSON');
  }
};

const readItems: ReadSpecial = (bytes) => readWire(bytes).map((field) => field.bytes.toString());

/** Types whose JSON differs from the structure of their message. */
const SPECIAL: Readonly<Record<string, ReadSpecial>> = {
  'k8s.io.apimachinery.pkg.api.resource.Quantity': (bytes) => bytesOf(readWire(bytes), 1).toString(),
  'k8s.io.apimachinery.pkg.util.intstr.IntOrString': (bytes) => {
    const fields = readWire(bytes);
    return number(fields, 1) === 0 ? number(fields, 2) : bytesOf(fields, 3).toString();
  },
  [`${META}.Time`]: readTime(0),
  [`${META}.MicroTime`]: readTime(6),
  [`${META}.Duration`]: (bytes) => `${number(readWire(bytes), 1) / 1e9}s`,
  [`${META}.FieldsV1`]: readRaw,
  [`${META}.Verbs`]: readItems,
  'k8s.io.apimachinery.pkg.runtime.RawExtension': readRaw,
  'k8s.io.api.authentication.v1.ExtraValue': readItems,
  'k8s.io.api.authorization.v1.ExtraValue': readItems,
  'k8s.io.api.certificates.v1.ExtraValue': readItems,
};
