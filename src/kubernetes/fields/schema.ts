import type {Json} from '../../core/json.ts';

/**
 * The type of a field, as the server's own merge sees it (structured-merge-diff), with what validation needs besides.
 * Fields resolve when they are asked for: schemas are large, and some refer to themselves.
 */
export type Schema = ScalarSchema | ListSchema | MapSchema | AnySchema;

/** The type of a scalar, as far as comparison depends on it. */
export type ScalarType =
  | 'string'
  /** A string that holds base64. */
  | 'bytes'
  | 'boolean'
  | 'integer'
  | 'int32'
  | 'number'
  | 'int-or-string'
  | 'int32-or-string'
  | 'quantity'
  /** A string with a format of its own (date-time, duration, …). */
  | 'formatted';

type Common = {
  readonly nullable?: true;
  readonly default?: Json;
  readonly description?: string;
};

/** The schema of a scalar. */
export type ScalarSchema = Common & {
  readonly type: 'scalar';
  readonly scalar: ScalarType;
  /** Only where the server surely refuses other values. */
  readonly enum?: readonly Json[];
};

/** The schema of a list. */
export type ListSchema = Common & {
  readonly type: 'list';
  /** An atomic list is one value; items of a set are their own keys; items of a map have key fields. */
  readonly listType: 'atomic' | 'set' | 'map';
  /** Key fields of a list of type map, sorted by name. */
  readonly keys: () => readonly ListKey[];
  readonly items: () => Schema;
};

/** A key field of the items of a list of type map. */
export type ListKey = {
  readonly name: string;
  /** The key of an item that lacks this field. */
  readonly default?: Json;
  /** The server refuses an item without it. */
  readonly required: boolean;
};

/** The schema of an object or a map. */
export type MapSchema = Common & {
  readonly type: 'map';
  readonly mapType: 'granular' | 'atomic';
  /** Declared fields: none for a plain map. */
  readonly fieldNames: readonly string[];
  readonly required: readonly string[];
  readonly declared: (name: string) => Schema | undefined;
  /** The type of any other key; undefined: other keys are refused. */
  readonly additional: () => Schema | undefined;
  /** The server's merge takes undeclared fields here, but the server then drops them without a word. */
  readonly prunes?: true;
  /** An object of a kind of its own inside of a custom resource. */
  readonly embedded?: true;
  /** The whole object of a custom resource: the server stores its fields as they are, empty ones too. */
  readonly custom?: true;
};

/** A value of any type: what it turns out to be decides. */
export type AnySchema = Common & {
  readonly type: 'any';
  readonly list: ListSchema;
  readonly map: MapSchema;
};

/** The type of one field of a map, declared or not. */
export const fieldOf = (map: MapSchema, name: string): Schema | undefined => map.declared(name) ?? map.additional();

/** Of a kind that no program of the server's own knows; without a schema that cannot be ruled out. */
export const isCustom = (schema: Schema): boolean => schema.type !== 'map' || schema.custom === true;

/** The list type that a value of this schema has when it is a list. */
export function asList(schema: Schema): ListSchema | undefined {
  if (schema.type === 'list') return schema;
  return schema.type === 'any' ? schema.list : undefined;
}

/** The map type that a value of this schema has when it is an object. */
export function asMap(schema: Schema): MapSchema | undefined {
  if (schema.type === 'map') return schema;
  return schema.type === 'any' ? schema.map : undefined;
}

const nothing = (): undefined => undefined;

const freeMap = (mapType: MapSchema['mapType'], additional: () => Schema): MapSchema => ({
  type: 'map',
  mapType,
  fieldNames: [],
  required: [],
  declared: nothing,
  additional,
});

const freeList: ListSchema = {type: 'list', listType: 'atomic', keys: () => [], items: () => UNTYPED};

/** Any value, as a whole. */
export const UNTYPED: AnySchema = {type: 'any', list: freeList, map: freeMap('atomic', () => UNTYPED)};

/** Any value: objects field by field, lists as a whole. What an object without a schema is. */
export const DEDUCED: AnySchema = {type: 'any', list: freeList, map: freeMap('granular', () => DEDUCED)};
