import {isObject, type JsonObject} from '../../core/json.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {openApiSchemas} from './openapi.ts';
import {DEDUCED, type Schema} from './schema.ts';

type Type = {readonly apiVersion: string; readonly kind: string};

/**
 * Returns the schema of a custom kind: the structural schema of its CRD, with the fields that the server adds to every custom resource.
 * @param components the components of OpenAPI that contain the type of metadata
 */
export function customSchema(structural: JsonObject, {apiVersion, kind}: Type, components: JsonObject): Schema {
  const properties = isObject(structural['properties']) ? structural['properties'] : {};
  const gvk = {...groupVersion(apiVersion), kind};
  const custom = {
    ...structural,
    type: 'object',
    properties: {
      ...properties,
      apiVersion: {type: 'string'},
      kind: {type: 'string'},
      metadata: {$ref: `#/components/schemas/${OBJECT_META}`},
    },
    'x-kubernetes-group-version-kind': [gvk],
  };
  return openApiSchemas({components: {schemas: {...components, [CUSTOM]: custom}}})(gvk) ?? DEDUCED;
}

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const CUSTOM = 'dev.gantry.planned.CustomResource';
