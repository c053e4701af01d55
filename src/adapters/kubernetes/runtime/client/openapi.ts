import {isObject, type JsonObject} from '../../../../core/json.ts';
import {sha256} from '../../../../lib/sha256.ts';
import type {DiskCache} from './disk-cache.ts';
import {refusedError} from './failure.ts';
import type {Requests} from './request-types.ts';

/** Schemas of the server's kinds. */
export type OpenApi = {
  /**
   * Returns the OpenAPI v3 document of a group version, reduced to `components.schemas`: the paths are most of it and
   * not needed. Returns undefined if the server has none.
   */
  readonly schemas: (apiVersion: string) => Promise<JsonObject | undefined>;
  /** Makes the next call read the hashes again, after a CRD changed. */
  readonly refresh: () => void;
};

/** Opens the OpenAPI v3 documents of a server, which are read on first use and cached by their hash. */
export function openOpenApi(requests: Requests, cache: DiskCache, server: string): OpenApi {
  let index: Promise<ReadonlyMap<string, string>> | undefined;
  const documents = new Map<string, Promise<JsonObject>>();

  const indexOnce = (): Promise<ReadonlyMap<string, string>> => {
    index ??= readIndex(requests, server);
    index.catch(() => {
      index = undefined;
    });
    return index;
  };
  return {
    schemas: async (apiVersion) => {
      const url = (await indexOnce()).get(apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`);
      if (url === undefined) return undefined;
      const document = documents.get(url) ?? readDocument({requests, cache, server}, apiVersion, url);
      documents.set(url, document);
      document.catch(() => documents.delete(url));
      return document;
    },
    refresh: () => {
      index = undefined;
    },
  };
}

/** Reads the index: group version → its address, which contains a hash of the content. */
async function readIndex(requests: Requests, server: string): Promise<ReadonlyMap<string, string>> {
  const reply = await requests.send({method: 'GET', path: '/openapi/v3'});
  if (!reply.ok && reply.refusal.kind === 'not-found') return new Map();
  if (!reply.ok) throw refusedError(reply.refusal, server, 'read /openapi/v3');
  const paths = isObject(reply.body) && isObject(reply.body['paths']) ? reply.body['paths'] : {};
  return new Map(
    Object.entries(paths).flatMap(([name, entry]) => {
      const url = isObject(entry) ? entry['serverRelativeURL'] : undefined;
      return typeof url === 'string' ? [[name, url] as const] : [];
    }),
  );
}

async function readDocument(
  {requests, cache, server}: {readonly requests: Requests; readonly cache: DiskCache; readonly server: string},
  apiVersion: string,
  url: string,
): Promise<JsonObject> {
  const prefix = `openapi-1-${apiVersion.replace('/', '_')}-`;
  const hashed = url.includes('hash=');
  const file = `${prefix}${sha256(url).slice(0, 32)}.json`;
  const cached = hashed ? await cache.read(file) : undefined;
  if (isObject(cached)) return cached;
  const [path = '', query = ''] = url.split('?');
  const get = {method: 'GET', path} as const;
  const named = await requests.send({...get, query: Object.fromEntries(new URLSearchParams(query))});
  // The kind changed since the index was read: the server redirects to the new hash, and without a hash returns the
  // current document.
  const outdated = hashed && !named.ok && named.refusal.status === 301;
  const reply = outdated ? await requests.send(get) : named;
  if (!reply.ok) throw refusedError(reply.refusal, server, `read ${path}`);
  const components = isObject(reply.body) && isObject(reply.body['components']) ? reply.body['components'] : {};
  const document: JsonObject = {components: {schemas: isObject(components['schemas']) ? components['schemas'] : {}}};
  if (hashed && !outdated) await cache.write(file, document, prefix);
  return document;
}
