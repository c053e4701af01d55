import {once} from '../../../lib/once.ts';
import {celLanguage} from './load-language.ts';

/** A CEL value with the name of its type. */
export type Typed =
  | {readonly type: 'int'; readonly value: bigint}
  | {readonly type: 'uint'; readonly value: bigint}
  | {readonly type: 'double'; readonly value: number}
  | {readonly type: 'string'; readonly value: string}
  | {readonly type: 'bytes'; readonly value: Uint8Array}
  | {readonly type: 'bool'; readonly value: boolean}
  | {readonly type: 'google.protobuf.Timestamp'; readonly value: Date}
  | {readonly type: 'google.protobuf.Duration'; readonly value: Duration}
  | {readonly type: 'list'; readonly value: readonly unknown[]}
  | {readonly type: 'map'; readonly value: ReadonlyMap<unknown, unknown>}
  | {readonly type: 'type'; readonly value: string}
  | {readonly type: 'null_type'}
  | {readonly type: 'other'; readonly name: string; readonly value: unknown};

/** The duration of the library, which does not export its class. */
type Duration = {readonly seconds: bigint; readonly nanos: number};
type Uint = {readonly value: bigint};

const classes = once(() => ({
  Uint: classOf('0u'),
  Duration: classOf('duration("0s")'),
  Type: classOf('type(0)'),
}));

const classOf = (expression: string): object => celLanguage().evaluate(expression) as object;

const isLike = (value: object, example: object): boolean => value.constructor === example.constructor;

/** Returns the type of the result of an expression. */
export function typed(value: unknown): Typed {
  if (typeof value === 'bigint') return {type: 'int', value};
  if (typeof value === 'number') return {type: 'double', value};
  if (typeof value === 'string') return {type: 'string', value};
  if (typeof value === 'boolean') return {type: 'bool', value};
  return typeof value === 'object' && value !== null ? typedObject(value) : {type: 'null_type'};
}

function typedObject(value: object): Typed {
  if (value instanceof Uint8Array) return {type: 'bytes', value};
  if (value instanceof Date) return {type: 'google.protobuf.Timestamp', value};
  if (Array.isArray(value)) return {type: 'list', value};
  if (value instanceof Map) return {type: 'map', value};
  if (isPlain(value)) return {type: 'map', value: new Map(Object.entries(value))};
  const {Uint, Duration, Type} = classes();
  if (isLike(value, Uint)) return {type: 'uint', value: (value as Uint).value};
  if (isLike(value, Duration)) return {type: 'google.protobuf.Duration', value: value as Duration};
  if (isLike(value, Type)) return {type: 'type', value: nameOfType(value)};
  const name = value instanceof celLanguage().Optional ? 'optional_type' : value.constructor.name;
  return {type: 'other', name, value};
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Returns the name of a type without parameters: `list` for `Type<list>` and `Type<list<int>>`. */
const nameOfType = (value: object): string => /Type<([^<>]*)/.exec(Object.prototype.toString.call(value))?.[1] ?? '';
