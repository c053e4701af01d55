import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

const NOTHING: JsonObject = {};

/** A part of a definition or of its schema, as an object: an empty one where it has none. */
export const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : NOTHING);

export const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export const texts = (value: Json | undefined): readonly string[] =>
  list(value).filter((item) => typeof item === 'string');

/** Field names come from users: `constructor` is one like any other. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** How a field is declared: as a property, else as every other key is; undefined: not at all. */
export function fieldSchema(schema: JsonObject, name: string): JsonObject | undefined {
  const property = own(part(schema['properties']), name);
  if (isObject(property)) return property;
  const {additionalProperties} = schema;
  if (isObject(additionalProperties)) return additionalProperties;
  return additionalProperties === true ? NOTHING : undefined;
}

export const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;
export const isEmbedded = (schema: JsonObject): boolean => schema['x-kubernetes-embedded-resource'] === true;
export const isIntOrString = (schema: JsonObject): boolean => schema['x-kubernetes-int-or-string'] === true;

/** The structural schema of one version, as its definition has it. */
export const schemaOfVersion = (version: JsonObject): JsonObject => part(part(version['schema'])['openAPIV3Schema']);

export const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

export const isTerminating = (definition: JsonObject): boolean =>
  part(definition['metadata'])['deletionTimestamp'] !== undefined;
