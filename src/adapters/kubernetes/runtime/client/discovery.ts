import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {DiskCache} from './disk-cache.ts';
import {refusedError} from './failure.ts';
import type {ClientRequest, Requests} from './request-types.ts';
import {apiFailure, reasonOf, type UnavailableApi, unavailableApi} from './unavailable-api.ts';

/** A kind that the server serves. */
export type ApiResource = {
  /** The group and version: `apps/v1`, or `v1` for the core group. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The plural in paths: `deployments`. */
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  /** Other names: its singular, its short names. */
  readonly aliases?: readonly string[];
};

/** The kinds of a server, from its discovery documents and the cache of earlier runs. */
export type Discovery = {
  readonly resourceFor: (type: {
    readonly apiVersion: string;
    readonly kind: string;
  }) => Promise<ApiResource | undefined>;
  /** Returns all known resources of one group and version, for suggestions. */
  readonly resourcesOf: (apiVersion: string) => Promise<readonly ApiResource[]>;
  /** Returns every group version that is served. */
  readonly apiVersions: () => Promise<readonly string[]>;
  /** Returns every kind, in the order of the server. For an unavailable aggregated API its name is returned instead of its kinds. */
  readonly served: () => Promise<ServedKinds>;
  /** Reads one group version again, after a CRD or an APIService changed it. */
  readonly refresh: (apiVersion: string) => Promise<void>;
};

/** The kinds of all APIs that answered, and the APIs that did not. */
export type ServedKinds = {readonly resources: readonly ApiResource[]; readonly unavailable: readonly UnavailableApi[]};

const aggregatedType = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
/** The accepted formats. Servers before 1.26 know only the last. */
const AGGREGATED = [aggregatedType('v2'), aggregatedType('v2beta1'), 'application/json'].join(',');

/** The known group versions: with their resources, or (without aggregated discovery) only by name. */
type Known = Map<string, Promise<readonly ApiResource[]> | undefined>;

/** Opens discovery, which is read on first use; after a failed read the next call tries again. `server` is the key in the cache. */
export function openDiscovery(requests: Requests, cache: DiskCache, server: string): Discovery {
  let loading: Promise<Known> | undefined;
  const known = (): Promise<Known> => {
    loading ??= load(requests, cache, server);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const resourcesOf = async (apiVersion: string): Promise<readonly ApiResource[]> => {
    const groups = await known();
    if (!groups.has(apiVersion)) return [];
    const resources = groups.get(apiVersion) ?? readGroup(requests, server, apiVersion);
    groups.set(apiVersion, resources);
    resources.catch(() => groups.set(apiVersion, undefined));
    return resources;
  };
  return {
    resourcesOf,
    resourceFor: async ({apiVersion, kind}) => (await resourcesOf(apiVersion)).find((one) => one.kind === kind),
    apiVersions: async () => [...(await known()).keys()],
    served: async () => {
      const groups = await known();
      const parts = await Promise.all(
        [...groups].map(async ([apiVersion, resources]) => resources ?? tryGroup(requests, server, apiVersion)),
      );
      return {
        resources: parts.flatMap((part) => ('detail' in part ? [] : part)),
        unavailable: parts.flatMap((part) => ('detail' in part ? part : [])),
      };
    },
    refresh: async (apiVersion) => {
      const groups = await known();
      const resources = await readGroup(requests, server, apiVersion);
      if (resources.length === 0) groups.delete(apiVersion);
      else groups.set(apiVersion, Promise.resolve(resources));
    },
  };
}

async function load(requests: Requests, cache: DiskCache, server: string): Promise<Known> {
  const parts = await Promise.all([
    loadRoot(requests, cache, server, '/api'),
    loadRoot(requests, cache, server, '/apis'),
  ]);
  return new Map(parts.flat().map(([apiVersion, list]) => [apiVersion, list && Promise.resolve(list)]));
}

type Groups = readonly (readonly [apiVersion: string, resources: readonly ApiResource[] | undefined])[];

/** Reads `/api` or `/apis`, from the disk cache if the server reports no change. */
async function loadRoot(requests: Requests, cache: DiskCache, server: string, root: '/api' | '/apis'): Promise<Groups> {
  const file = `discovery-2-${root.slice(1)}.json`;
  const cached = await cache.read(file);
  const {etag, groups} = isObject(cached) ? cached : {};
  const known = typeof etag === 'string' && isList(groups) ? {etag} : {};
  const reply = await requests.send({method: 'GET', path: root, accept: AGGREGATED, ...known});
  if (!reply.ok) throw refusedError(reply.refusal, server, `read ${root}`);
  if (reply.status === 304) return groups as unknown as Groups;
  const body = isObject(reply.body) ? reply.body : {};
  if (body['kind'] !== 'APIGroupDiscoveryList')
    return classicVersions(body).map((apiVersion) => [apiVersion, undefined]);
  const fresh = aggregated(body);
  const newTag = reply.headers['etag'];
  if (newTag !== undefined) await cache.write(file, {etag: newTag, groups: fresh as unknown as Json});
  return fresh;
}

function aggregated(list: JsonObject): Groups {
  return objects(list['items']).flatMap((group) =>
    objects(group['versions']).map((version) => {
      const name = isObject(group['metadata']) ? text(group['metadata']['name']) : '';
      const apiVersion = name === '' ? text(version['version']) : `${name}/${text(version['version'])}`;
      // The server of this version does not answer. Its kinds still exist, and are asked for when they are needed.
      if (version['freshness'] === 'Stale') return [apiVersion, undefined] as const;
      return [apiVersion, objects(version['resources']).flatMap((one) => aggregatedResource(apiVersion, one))] as const;
    }),
  );
}

function aggregatedResource(apiVersion: string, one: JsonObject): readonly ApiResource[] {
  const kind = isObject(one['responseKind']) ? text(one['responseKind']['kind']) : '';
  // A resource without a kind only has subresources.
  if (kind === '') return [];
  return [
    {
      apiVersion,
      kind,
      resource: text(one['resource']),
      namespaced: one['scope'] === 'Namespaced',
      verbs: texts(one['verbs']),
      ...aliasesOf(one['singularResource'], one['shortNames']),
    },
  ];
}

/** Reads the APIVersions (`/api`) or APIGroupList (`/apis`) of a server without aggregated discovery, such as one before 1.26. */
function classicVersions(body: JsonObject): readonly string[] {
  if (body['kind'] === 'APIVersions') return texts(body['versions']);
  return objects(body['groups']).flatMap((group) =>
    objects(group['versions']).map((version) => text(version['groupVersion'])),
  );
}

/** If all groups are read, an unavailable one must not delay the others for long. */
const IMPATIENT = {retry: {attempts: 2}, timeoutMs: 10_000} as const;

/** Returns the kinds of a group version, or why they are not known. An error of the core group is thrown: it is the server itself. */
async function tryGroup(
  requests: Requests,
  server: string,
  apiVersion: string,
): Promise<readonly ApiResource[] | UnavailableApi> {
  try {
    return await readGroup(requests, server, apiVersion, IMPATIENT);
  } catch (error) {
    const detail = apiVersion.includes('/') ? reasonOf(error) : undefined;
    if (detail === undefined) throw error;
    return {apiVersion, detail};
  }
}

async function readGroup(
  requests: Requests,
  server: string,
  apiVersion: string,
  patience: Pick<ClientRequest, 'retry' | 'timeoutMs'> = {},
): Promise<readonly ApiResource[]> {
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const reply = await requests.send({method: 'GET', path, ...patience});
  if (!reply.ok && reply.refusal.kind === 'not-found') return [];
  if (!reply.ok) {
    const api = unavailableApi(apiVersion, reply.refusal);
    throw api === undefined ? refusedError(reply.refusal, server, `read ${path}`) : apiFailure(server, api);
  }
  const list = isObject(reply.body) ? objects(reply.body['resources']) : [];
  return list
    .filter((one) => !text(one['name']).includes('/'))
    .map((one) => ({
      apiVersion,
      kind: text(one['kind']),
      resource: text(one['name']),
      namespaced: one['namespaced'] === true,
      verbs: texts(one['verbs']),
      ...aliasesOf(one['singularName'], one['shortNames']),
    }));
}

function aliasesOf(singular: Json | undefined, short: Json | undefined): Pick<ApiResource, 'aliases'> {
  const aliases = [text(singular), ...texts(short)].filter((name) => name !== '');
  return aliases.length === 0 ? {} : {aliases};
}

const objects = (value: Json | undefined): readonly JsonObject[] => (isList(value) ? value.filter(isObject) : []);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const texts = (value: Json | undefined): readonly string[] =>
  isList(value) ? value.filter((item) => typeof item === 'string') : [];
