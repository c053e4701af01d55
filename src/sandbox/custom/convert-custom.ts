import type {JsonObject} from '../../core/json.ts';
import {part} from '../model/part.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import {dropNulls} from './fill-defaults.ts';
import {pruneObject} from './prune.ts';
import {schemaOfVersion} from './schema-part.ts';

/**
 * A stored custom resource in another version of its kind: without conversion by a webhook only the apiVersion changes, and what
 * that version's schema does not have is dropped. Defaults of that version are not filled in: the server does that in the
 * version that it stores.
 */
export function convertCustom(object: JsonObject, to: Resource): JsonObject {
  const apiVersion = apiVersionOf(to);
  if (object['apiVersion'] === apiVersion) return object;
  const schema = schemaOfVersion(part(to.custom?.version));
  return dropNulls(pruneObject({...object, apiVersion}, schema).object, schema);
}
