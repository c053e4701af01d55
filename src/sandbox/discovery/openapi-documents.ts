import {createHash} from 'node:crypto';
import type {JsonObject} from '../../core/json.ts';
import {metadataOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import type {Store} from '../model/store.ts';
import type {Pack} from './pack.ts';
import type {Registry} from './registry.ts';

/** Returns `/openapi/v3`: one document per group version, with a hash that changes with its content. */
export function openApiIndex(pack: Pack, registry: Registry, store: Store): JsonObject {
  const builtIn = Object.keys(pack.discovery().lists).map((path) => [
    path,
    text(pack.discovery().version['gitVersion']),
  ]);
  const custom = versionsOf(registry).map(([path, resources]) => [path, revisionOf(resources, store)]);
  return {
    paths: Object.fromEntries(
      [...builtIn, ...custom].map(([path = '', seed = '']) => [
        path,
        {serverRelativeURL: `/openapi/v3/${path}?hash=${hash(`${path}\0${seed}`)}`},
      ]),
    ),
  };
}

const hash = (seed: string): string => createHash('sha512').update(seed).digest('hex').toUpperCase();

const versionsOf = (registry: Registry): [string, readonly Resource[]][] => {
  const custom = registry.all().filter((one) => one.custom !== undefined);
  return [...Map.groupBy(custom, (one) => `apis/${apiVersionOf(one)}`)];
};

const revisionOf = (resources: readonly Resource[], store: Store): string =>
  resources
    .map(({custom}) => store.get('customresourcedefinitions.apiextensions.k8s.io', '', custom?.definition ?? ''))
    .map((one) => (one === undefined ? '' : text(metadataOf(one)['uid']) + text(metadataOf(one)['generation'])))
    .join();

/** Returns `/openapi/v3/apis/GROUP/VERSION` as text; undefined for an unknown one. */
export function openApiDocument(path: string, pack: Pack, registry: Registry): string | undefined {
  const packed = pack.openapi(path);
  if (packed !== undefined) return packed;
  const resources = versionsOf(registry).find(([one]) => one === path)?.[1];
  if (resources === undefined) return undefined;
  return JSON.stringify({
    openapi: '3.0.0',
    info: pack.discovery().version === undefined ? {} : {title: 'Kubernetes CRD Swagger', version: 'v0.1.0'},
    paths: Object.assign({}, ...resources.map(pathsOf)) as JsonObject,
    components: {schemas: Object.assign({}, ...resources.map((one) => one.components())) as JsonObject},
  });
}

/** Returns the paths of a resource, reduced to what clients read: its kind, and the parameters of writes. */
function pathsOf(resource: Resource): JsonObject {
  const {group, version, kind, namespaced, plural, component} = resource;
  const root = `/apis/${group}/${version}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const gvk = {'x-kubernetes-group-version-kind': {group, kind, version}};
  const answer = {
    responses: {
      '200': {
        description: 'OK',
        content: {'application/json': {schema: {$ref: `#/components/schemas/${component}`}}},
      },
    },
  };
  const parameters = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
    name,
    in: 'query',
    schema: {type: 'string', uniqueItems: true},
  }));
  const operation = (action: string, more: JsonObject = {}): JsonObject => ({
    ...answer,
    ...gvk,
    'x-kubernetes-action': action,
    ...more,
  });
  return {
    [root]: {get: operation('list'), post: operation('post', {parameters})},
    [`${root}/{name}`]: {
      get: operation('get'),
      put: operation('put', {parameters}),
      patch: operation('patch', {parameters}),
      delete: operation('delete'),
    },
  };
}
