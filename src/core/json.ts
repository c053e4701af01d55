/** A read-only JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, read-only. */
export type JsonObject = {readonly [key: string]: Json};

/** The path of a value in a JSON document: field names and list indexes, from the root. */
export type JsonPath = readonly (string | number)[];

/** Tells objects from lists, scalars and null. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells lists from other values. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
