import {isObject, type JsonObject} from '../../core/json.ts';
import {own, part} from '../model/part.ts';

const NOTHING: JsonObject = {};

/** How a field is declared: as a property, else as every other key is; undefined: not at all. */
export function fieldSchema(schema: JsonObject, name: string): JsonObject | undefined {
  const property = own(part(schema['properties']), name);
  if (isObject(property)) return property;
  const {additionalProperties} = schema;
  if (isObject(additionalProperties)) return additionalProperties;
  return additionalProperties === true ? NOTHING : undefined;
}

/** Whether fields that the schema does not name are kept here instead of pruned. */
export const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;
/** Whether the value is a whole object with apiVersion, kind and metadata. */
export const isEmbedded = (schema: JsonObject): boolean => schema['x-kubernetes-embedded-resource'] === true;
/** Whether the value may be an integer or a string, as a port of a Service. */
export const isIntOrString = (schema: JsonObject): boolean => schema['x-kubernetes-int-or-string'] === true;

/** The structural schema of one version, as its definition has it. */
export const schemaOfVersion = (version: JsonObject): JsonObject => part(part(version['schema'])['openAPIV3Schema']);

/** Fields of every object that a CRD's schema does not have to name. */
export const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
