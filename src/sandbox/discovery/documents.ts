import {createHash} from 'node:crypto';
import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {compareVersions} from '../custom/custom-resources.ts';
import {list, part, text} from '../model/part.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import type {Pack} from './pack.ts';
import type {Registry} from './registry.ts';

/** Returns `/apis`: the groups of the pack and those of the CRDs in this cluster. */
export function apiGroupList(pack: Pack, registry: Registry): JsonObject {
  const {apis} = pack.discovery();
  return {...apis, groups: [...list(apis['groups']), ...customGroups(registry).map(groupOf)]};
}

/** Returns `/api`. @param address the address by which the client has reached the server */
export function apiVersions(pack: Pack, address = ''): JsonObject {
  const reached = [{clientCIDR: '0.0.0.0/0', serverAddress: address}];
  return {...pack.discovery().api, serverAddressByClientCIDRs: reached};
}

/** Returns `/apis/GROUP`; undefined for an unknown group. */
export function apiGroup(group: string, pack: Pack, registry: Registry): JsonObject | undefined {
  const found = list(apiGroupList(pack, registry)['groups'])
    .map(part)
    .find(({name}) => name === group);
  return found === undefined ? undefined : {kind: 'APIGroup', apiVersion: 'v1', ...found};
}

/** Returns `/apis/GROUP/VERSION` or `/api/v1`; undefined for an unknown one. */
export function apiResourceList(path: string, pack: Pack, registry: Registry): JsonObject | undefined {
  const packed = pack.discovery().lists[path];
  if (packed !== undefined) return packed;
  const [, group, version] = path.split('/');
  const resources = customOf(registry).filter((one) => one.group === group && one.version === version);
  const [first] = resources;
  if (first === undefined) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(first),
    resources: resources.flatMap(classic),
  };
}

/** Returns `/api` or `/apis` in the aggregated form (`APIGroupDiscoveryList`). */
export function aggregated(path: 'api' | 'apis', pack: Pack, registry: Registry): JsonObject {
  const packed = pack.discovery().aggregated[path];
  if (path === 'api') return packed;
  const custom = customGroups(registry).map((versions) => aggregatedGroup(versions, registry));
  return {...packed, items: [...list(packed['items']), ...custom]};
}

const customOf = (registry: Registry): readonly Resource[] => registry.all().filter(({custom}) => custom !== undefined);

/** Returns the versions of each group of CRDs, the preferred one first. */
function customGroups(registry: Registry): readonly (readonly Resource[])[] {
  const groups = new Map<string, Map<string, Resource>>();
  for (const resource of customOf(registry)) {
    const versions = groups.get(resource.group) ?? new Map<string, Resource>();
    if (!versions.has(resource.version)) versions.set(resource.version, resource);
    groups.set(resource.group, versions);
  }
  return [...groups.values()].map((versions) =>
    [...versions.values()].toSorted((a, b) => compareVersions(a.version, b.version)),
  );
}

function groupOf(versions: readonly Resource[]): JsonObject {
  const shown = versions.map((one) => ({groupVersion: apiVersionOf(one), version: one.version}));
  return {name: versions[0]?.group ?? '', versions: shown, preferredVersion: shown[0] ?? {}};
}

function classic(resource: Resource): readonly JsonObject[] {
  const {plural, singular, namespaced, kind, verbs, shortNames, categories, subresources} = resource;
  return [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs,
      ...defined({
        shortNames: shortNames.length === 0 ? undefined : shortNames,
        categories: categories.length === 0 ? undefined : categories,
      }),
      storageVersionHash: storageVersionHash(resource),
    },
    ...Object.entries(subresources).map(([name, sub]) => ({
      name: `${plural}/${name}`,
      singularName: '',
      namespaced,
      ...(sub.group === undefined ? {} : {group: sub.group, version: sub.version ?? ''}),
      kind: sub.kind,
      verbs: sub.verbs,
    })),
  ];
}

function storageVersionHash({group, kind, version, custom}: Resource): string {
  const digest = createHash('sha256')
    .update(`${group}/${custom?.storage ?? version}/${kind}`)
    .digest();
  return digest.subarray(0, 8).toString('base64');
}

function aggregatedGroup(versions: readonly Resource[], registry: Registry): JsonObject {
  const group = versions[0]?.group ?? '';
  return {
    metadata: {name: group, creationTimestamp: null},
    versions: versions.map(({version}) => ({
      version,
      resources: customOf(registry)
        .filter((one) => one.group === group && one.version === version)
        .map(aggregatedResource),
      freshness: 'Current',
    })),
  };
}

function aggregatedResource(resource: Resource): JsonObject {
  const {group, version, kind, plural, singular, namespaced, verbs, shortNames, categories, subresources} = resource;
  return {
    resource: plural,
    responseKind: {group, version, kind},
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...defined({
      shortNames: shortNames.length === 0 ? undefined : shortNames,
      categories: categories.length === 0 ? undefined : categories,
      subresources:
        Object.keys(subresources).length === 0
          ? undefined
          : Object.entries(subresources).map(([name, sub]) => ({
              subresource: name,
              responseKind: {group: sub.group ?? group, version: sub.version ?? version, kind: sub.kind},
              verbs: sub.verbs,
            })),
    }),
  };
}

/** Returns `/`, the list of all paths. */
export function rootPaths(pack: Pack, registry: Registry): JsonObject {
  const groups = list(apiGroupList(pack, registry)['groups']).map(part);
  const paths = groups.flatMap(({name, versions}): readonly string[] => [
    `/apis/${text(name)}`,
    ...list(versions).map((one) => `/apis/${text(part(one)['groupVersion'])}`),
  ]);
  return {
    paths: [
      '/api',
      '/api/v1',
      '/apis',
      ...paths,
      '/healthz',
      '/livez',
      '/openapi/v2',
      '/openapi/v3',
      '/readyz',
      '/version',
    ].toSorted((a, b) => (a < b ? -1 : 1)),
  };
}
