import type {JsonObject} from '../../core/json.ts';
import {part} from '../model/part.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {dropNulls} from './apply-defaults.ts';
import {pruneObject} from './prune.ts';
import {schemaOfVersion} from './schema-part.ts';

/**
 * Converts a stored custom resource to another version of its kind. Without a conversion webhook, only the apiVersion changes, and fields
 * that the schema of that version does not have are dropped. Defaults of that version are not set: the server sets defaults in the storage
 * version.
 */
export function convertCustom(object: JsonObject, to: Resource): JsonObject {
  const apiVersion = apiVersionOf(to);
  if (object['apiVersion'] === apiVersion) return object;
  const schema = schemaOfVersion(part(to.custom?.version));
  return dropNulls(pruneObject({...object, apiVersion}, schema).object, schema);
}
