import {isObject, type JsonObject} from '../../core/json.ts';
import {own, part} from '../model/part.ts';

const NOTHING: JsonObject = {};

/** Returns the schema of a field: that of the property, or of additional properties; undefined if the field is not declared. */
export function fieldSchema(schema: JsonObject, name: string): JsonObject | undefined {
  const property = own(part(schema['properties']), name);
  if (isObject(property)) return property;
  const {additionalProperties} = schema;
  if (isObject(additionalProperties)) return additionalProperties;
  return additionalProperties === true ? NOTHING : undefined;
}

/** Reports whether undeclared fields are kept here instead of pruned. */
export const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;
/** Reports whether the value is an embedded object with apiVersion, kind and metadata. */
export const isEmbedded = (schema: JsonObject): boolean => schema['x-kubernetes-embedded-resource'] === true;
/** Reports whether the value may be an integer or a string, like a port of a Service. */
export const isIntOrString = (schema: JsonObject): boolean => schema['x-kubernetes-int-or-string'] === true;

/** Returns the structural schema of one version of a CRD. */
export const schemaOfVersion = (version: JsonObject): JsonObject => part(part(version['schema'])['openAPIV3Schema']);

/** Fields of every object that a CRD's schema does not have to name. */
export const META_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
