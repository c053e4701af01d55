import type {Json} from '../../core/json.ts';

/**
 * The type of a field for the server's merge (structured-merge-diff), with the additional information that validation
 * needs. Fields are resolved on first use: schemas are large, and some refer to themselves.
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
  /** The allowed values, present only where the server certainly rejects others. */
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
  /** The value that counts as key if an item lacks this field. */
  readonly default?: Json;
  /** True if the server rejects an item without the field. */
  readonly required: boolean;
};

/** The schema of an object or a map. */
export type MapSchema = Common & {
  readonly type: 'map';
  readonly mapType: 'granular' | 'atomic';
  /** The declared fields; none for a plain map. */
  readonly fieldNames: readonly string[];
  readonly required: readonly string[];
  readonly declared: (name: string) => Schema | undefined;
  /** Returns the type of every other key, or undefined if other keys are refused. */
  readonly additional: () => Schema | undefined;
  /** True if the server's merge accepts undeclared fields here, but the server then drops them silently. */
  readonly prunes?: true;
  /** True for a complete object (with apiVersion and kind) inside of a custom resource. */
  readonly embedded?: true;
  /** True for the whole object of a custom resource: the server stores its fields unchanged, including empty ones. */
  readonly custom?: true;
};

/** A value of any type: the actual value decides how it is merged. */
export type AnySchema = Common & {
  readonly type: 'any';
  readonly list: ListSchema;
  readonly map: MapSchema;
};

/** Returns the type of one field of a map, declared or not. */
export const fieldOf = (map: MapSchema, name: string): Schema | undefined => map.declared(name) ?? map.additional();

/** Reports whether an object is of a custom kind. Without a schema this cannot be ruled out. */
export const isCustom = (schema: Schema): boolean => schema.type !== 'map' || schema.custom === true;

/** Returns the list type of a value of this schema if the value is a list. */
export function asList(schema: Schema): ListSchema | undefined {
  if (schema.type === 'list') return schema;
  return schema.type === 'any' ? schema.list : undefined;
}

/** Returns the map type of a value of this schema if the value is an object. */
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

/** A value of any type that is merged as a whole. */
export const UNTYPED: AnySchema = {type: 'any', list: freeList, map: freeMap('atomic', () => UNTYPED)};

/** A value of any type: objects are merged field by field, lists as a whole. It describes objects without a schema. */
export const DEDUCED: AnySchema = {type: 'any', list: freeList, map: freeMap('granular', () => DEDUCED)};
