import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {child} from '../model/problem.ts';
import {canonicalQuantity} from './canonical-quantity.ts';
import type {Duplicate} from './go-json.ts';
import type {GoField, GoStruct, GoType} from './go-struct.ts';
import {canonicalTime, TimeFault} from './go-time.ts';
import {goTypeOf} from './read-body.ts';

/** An error for a value that does not fit its type, in Go's words. */
export class DecodeFault extends Error {}

/** An error for a value of another type than its field. */
export class TypeFault extends DecodeFault {
  readonly value: Json;
  readonly type: GoType;

  constructor(message: string, value: Json, type: GoType) {
    super(message);
    this.value = value;
    this.type = type;
  }
}

type Reader = {
  /** The findings of strict decoding, in the order of the text. */
  readonly strict: string[];
  /** Duplicate fields, by the path of their object. */
  readonly duplicates: ReadonlyMap<string, readonly Duplicate[]>;
};

/** The position of a value: as Go names it in errors, and as a path. */
type Place = {
  /** The struct of the field, and the fields that lead to it: ``Container`, `spec.template.spec.containers.name``. */
  readonly struct: string;
  readonly fields: string;
  readonly path: string;
};

type DecodedStruct = {readonly object: JsonObject; readonly strict: readonly string[]};

/** Decodes an object into a Go struct and returns it as Go writes it. `path` is its position in the whole object. */
export function decodeStruct(
  object: JsonObject,
  struct: GoStruct,
  duplicates: readonly Duplicate[],
  path = '',
): DecodedStruct {
  const reader: Reader = {strict: [], duplicates: Map.groupBy(duplicates, ({parent}) => parent)};
  return {object: structValue(reader, object, struct, {struct: '', fields: '', path}), strict: reader.strict};
}

function structValue(reader: Reader, object: JsonObject, struct: GoStruct, place: Place): JsonObject {
  const read: Record<string, Json> = {};
  const twice = [...(reader.duplicates.get(place.path) ?? [])];
  let count = 0;
  for (const [name, value] of Object.entries(object)) {
    reportTwice(reader, twice, place, count++);
    const field = struct.field(name);
    if (field === undefined) {
      complain(reader, `unknown field "${child(place.path, name)}"`);
      continue;
    }
    const kept = fieldValue(reader, value, field, {
      struct: struct.name,
      fields: child(place.fields, name),
      path: child(place.path, name),
    });
    if (kept !== undefined) read[name] = kept;
  }
  reportTwice(reader, twice, place, Number.POSITIVE_INFINITY);
  return withZeros(read, struct);
}

/** The number of findings at which Go stops counting. */
const MOST_COMPLAINTS = 100;

function complain({strict}: Reader, text: string): void {
  if (strict.length < MOST_COMPLAINTS) strict.push(text);
}

function reportTwice(reader: Reader, twice: Duplicate[], place: Place, before: number): void {
  while (twice.length > 0 && (twice[0]?.after ?? 0) <= before) {
    complain(reader, `duplicate field "${child(place.path, twice.shift()?.name ?? '')}"`);
  }
}

function withZeros(read: JsonObject, struct: GoStruct): JsonObject {
  const missing = struct.always.filter((name) => !Object.hasOwn(read, name));
  if (missing.length === 0) return read;
  return {...read, ...Object.fromEntries(missing.map((name) => [name, zeroField(struct.field(name))]))};
}

function zeroField(field: GoField | undefined): Json {
  return field === undefined || field.presence === 'null' ? null : zeroOf(field.type);
}

/** Returns Go's zero value of a type, as JSON. */
function zeroOf(type: GoType): Json {
  return type.is === 'struct' ? withZeros({}, type.struct()) : (ZEROS[type.is] ?? null);
}

const ZEROS: Readonly<Partial<Record<GoType['is'], Json>>> = {
  string: '',
  bytes: '',
  int32: 0,
  int64: 0,
  float64: 0,
  'int-or-string': 0,
  bool: false,
  quantity: '0',
};

/** Decodes the value of a field; undefined if the field is not written. */
function fieldValue(reader: Reader, value: Json, {type, presence}: GoField, place: Place): Json | undefined {
  if (value === null) return undefined;
  const read = goValue(reader, value, type, place);
  if (presence === 'pointer' || presence === 'always') return read;
  if (!isEmpty(read, type)) return read;
  return presence === 'null' ? null : undefined;
}

function isEmpty(value: Json, {is}: GoType): boolean {
  if (isList(value)) return value.length === 0;
  if (isObject(value)) return is === 'map' && Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false || value === null;
}

function goValue(reader: Reader, value: Json, type: GoType, place: Place): Json {
  if (value === null) return zeroOf(type);
  if (type.is === 'struct') {
    if (!isObject(value)) return fail(value, type, place);
    return structValue(reader, value, type.struct(), place);
  }
  if (type.is === 'list') {
    if (!isList(value)) return fail(value, type, place);
    return value.map((item, index) => goValue(reader, item, type.items, {...place, path: `${place.path}[${index}]`}));
  }
  if (type.is === 'map') {
    if (!isObject(value)) return fail(value, type, place);
    return mapValue(reader, value, type.items, place);
  }
  return scalarValue(value, type, place);
}

function mapValue(reader: Reader, value: JsonObject, items: GoType, place: Place): JsonObject {
  const twice = [...(reader.duplicates.get(place.path) ?? [])];
  const entries = Object.entries(value).map(([key, item], count): [string, Json] => {
    reportTwice(reader, twice, place, count);
    return [key, goValue(reader, item, items, {...place, path: child(place.path, key)})];
  });
  reportTwice(reader, twice, place, Number.POSITIVE_INFINITY);
  return Object.fromEntries(entries);
}

function scalarValue(value: Json, type: GoType, place: Place): Json {
  if (type.is === 'time' || type.is === 'micro-time') return timeValue(value, type, place);
  if (type.is === 'quantity') return quantityValue(value);
  if (FITS[type.is]?.(value) === false) return fail(value, type, place);
  return type.is === 'bytes' && typeof value === 'string' ? base64(value) : value;
}

const isString = (value: Json): boolean => typeof value === 'string';

const FITS: Readonly<Partial<Record<GoType['is'], (value: Json) => boolean>>> = {
  string: isString,
  bytes: isString,
  bool: (value) => typeof value === 'boolean',
  float64: (value) => typeof value === 'number',
  int32: (value) => isInteger(value, 'int32'),
  int64: (value) => isInteger(value, 'int64'),
  'int-or-string': (value) => isString(value) || isInteger(value, 'int32'),
};

function isInteger(value: Json, is: 'int32' | 'int64'): boolean {
  const limit = is === 'int64' ? 2 ** 63 : 2 ** 31;
  return Number.isInteger(value) && Number(value) >= -limit && Number(value) < limit;
}

function fail(value: Json, type: GoType, place: Place): never {
  throw wrong(value, type, place);
}

function wrong(value: Json, type: GoType, {struct, fields}: Place): TypeFault {
  const where = `Go struct field ${struct}.${fields} of type ${type.name}`;
  return new TypeFault(`json: cannot unmarshal ${unfit(value, type)} into ${where}`, value, type);
}

/** Describes a value that does not fit. For a number that is too large or has a fraction, Go includes it. */
export function unfit(value: Json, {name}: GoType): string {
  if (typeof value !== 'number' || !name.startsWith('int')) return goTypeOf(value);
  return `number ${Number.isInteger(value) ? BigInt(value) : value}`;
}

function timeValue(value: Json, type: GoType, place: Place): Json {
  if (typeof value !== 'string') return fail(value, type, place);
  try {
    return canonicalTime(value, type.is === 'time' ? 0 : 6);
  } catch (error) {
    if (error instanceof TimeFault) throw new DecodeFault(error.message);
    throw error;
  }
}

const QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX = "unable to parse quantity's suffix";

function quantityValue(value: Json): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const quantity = canonicalQuantity(text);
  if (quantity !== undefined) return quantity;
  const isForm = /^[+-]?[0-9.]+[eEinumkKMGTP]+[-+]?[0-9]*$/.test(text.trim());
  throw new DecodeFault(isForm ? SUFFIX : QUANTITY);
}

function base64(text: string): string {
  const plain = text.replaceAll(/[\r\n]/g, '');
  const end = plain.search(/[^A-Za-z0-9+/]/);
  const wrongAt =
    end === -1 ? (plain.length % 4 === 0 ? -1 : plain.length - (plain.length % 4)) : paddingProblem(plain, end);
  if (wrongAt !== -1) throw new DecodeFault(`illegal base64 data at input byte ${wrongAt}`);
  return Buffer.from(plain, 'base64').toString('base64');
}

/** Returns the offset of the error in the base64 padding that begins at `end`; -1 if the padding is valid. */
function paddingProblem(text: string, end: number): number {
  const rest = text.slice(end);
  const wanted = [undefined, undefined, '==', '='][end % 4];
  if (rest === wanted) return -1;
  return rest.startsWith('=') && wanted !== undefined ? end + Math.min(rest.length, wanted.length) : end;
}
