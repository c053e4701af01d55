import type {JsonObject} from '../../../core/json.ts';
import {groupVersion} from '../../../core/resource/identity.ts';
import type {ApiList} from '../../../kubernetes/chart/api-list.ts';

const VERBS = ['get', 'list'];

/** Returns the document of `/version`. */
export function versionDocument(version: string): JsonObject {
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return {major, minor, gitVersion: version};
}

/** Returns the aggregated document of `/api` or `/apis`. @param format the version of the API apidiscovery.k8s.io */
export function groupsDocument(apis: ApiList, isCore: boolean, format: string): JsonObject {
  const wanted = [...apis].filter(([apiVersion]) => (groupVersion(apiVersion).group === '') === isCore);
  const groups = Map.groupBy(wanted, ([apiVersion]) => groupVersion(apiVersion).group);
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${format}`,
    metadata: {},
    items: [...groups].map(([name, versions]) => ({
      metadata: name === '' ? {} : {name},
      versions: versions.map(([apiVersion, kinds]) => {
        const {group, version} = groupVersion(apiVersion);
        const resources = kinds.map((kind) => ({
          resource: kind,
          responseKind: {group, version, kind},
          scope: 'Namespaced',
          singularResource: kind.toLowerCase(),
          verbs: VERBS,
        }));
        return {version, freshness: 'Current', resources};
      }),
    })),
  };
}

/** Returns the document of one group version, which Helm reads before it looks up an object. */
export const resourcesDocument = (apiVersion: string, kinds: readonly string[]): JsonObject => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersion,
  // The client of the cluster knows the scopes. A path without a namespace is one of all namespaces.
  resources: kinds.map((kind) => ({
    name: kind,
    singularName: kind.toLowerCase(),
    namespaced: true,
    kind,
    verbs: VERBS,
  })),
});

/** Returns the document of a failed request. */
export const statusDocument = (code: number, reason: string, message: string): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});
