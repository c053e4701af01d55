import {Agent, get as httpsGet} from 'node:https';
import {buffer} from 'node:stream/consumers';
import type {JsonObject} from '../src/core/json.ts';
import type {Identity} from '../test/controlplane/certificate.ts';
import {type Ask, apiClient} from '../test/controlplane/client.ts';
import {initialRoles} from './initial-roles.ts';
import {protobufTypes} from './protobuf-types.ts';

type Access = {readonly server: string; readonly ca: string; readonly identity: Identity};

type Packed = {
  /** The files, keyed by their names in the pack: `openapi-v2.json`. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** OpenAPI v3 by path: `apis/apps/v1`. */
  readonly openapi: Readonly<Record<string, JsonObject>>;
  /** The content of initial-roles.json. */
  readonly roles: string;
};

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Returns the documents of a server that the pack of the sandbox contains. */
export async function packedDocuments(access: Access): Promise<Packed> {
  const ask = apiClient(access);
  const get = async (path: string, accept = 'application/json'): Promise<JsonObject> => {
    const {status, body} = await ask('GET', path, undefined, {accept});
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body as JsonObject;
  };
  const ofEach = async (paths: readonly string[], prefix: string) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await get(`${prefix}${path}`)] as const)));

  const served = Object.keys((await get('/openapi/v3'))['paths'] as JsonObject).filter((path) =>
    /^apis?\/.*v\d/.test(path),
  );
  const openapi = await ofEach(served, '/openapi/v3/');
  const discovery = {
    version: await get('/version'),
    api: withoutAddress(await get('/api')),
    apis: await get('/apis'),
    lists: await ofEach(served, '/'),
    aggregated: {api: await get('/api', AGGREGATED), apis: await get('/apis', AGGREGATED)},
  };
  const files = new Map<string, string | Buffer>([
    ['discovery.json', JSON.stringify(discovery)],
    ['columns.json', JSON.stringify({...(await columnsOf(discovery.lists, get)), ...(await scaleColumns(ask))})],
    ['protobuf.json', JSON.stringify(protobufTypes(propertiesOf(Object.values(openapi))))],
    ['openapi-v2.json', JSON.stringify(await get('/openapi/v2'))],
    ['openapi-v2.pb', await openApiInProtobuf(access)],
  ]);
  return {files, openapi, roles: await initialRoles(get)};
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** Returns the names of the columns of `kubectl get` for each kind that can be listed. */
async function columnsOf(lists: JsonObject, get: (path: string, accept: string) => Promise<JsonObject>) {
  const listed = Object.entries(lists).flatMap(([path, list]) =>
    ((list as JsonObject)['resources'] as readonly ListedKind[])
      .filter(({verbs}) => verbs.includes('list'))
      .map(({name, kind}) => ({
        url: `/${path}/${name}?limit=1`,
        key: [kind, ...path.split('/').slice(1, -1)].join('.'),
      })),
  );
  const columns = listed.map(async ({url, key}) => [key, (await get(url, TABLE))['columnDefinitions']] as const);
  return Object.fromEntries(await Promise.all(columns));
}

const WORKLOADS = '/apis/apps/v1/namespaces/default/deployments';

/** A Scale cannot be listed: the server shows one of something that can be scaled. */
async function scaleColumns(ask: Ask): Promise<JsonObject> {
  const labels = {app: 'columns'};
  const template = {metadata: {labels}, spec: {containers: [{name: 'main', image: 'none'}]}};
  const deployment = {metadata: {name: 'columns'}, spec: {replicas: 0, selector: {matchLabels: labels}, template}};
  const created = await ask('POST', WORKLOADS, {apiVersion: 'apps/v1', kind: 'Deployment', ...deployment});
  const {body} = await ask('GET', `${WORKLOADS}/columns/scale`, undefined, {accept: TABLE});
  await ask('DELETE', `${WORKLOADS}/columns`);
  const {columnDefinitions} = body as JsonObject;
  if (columnDefinitions === undefined) throw new Error(`no columns of a Scale: ${created.status}`);
  return {'Scale.autoscaling': columnDefinitions};
}

type ListedKind = {readonly name: string; readonly kind: string; readonly verbs: readonly string[]};

/** Every run has another one. */
function withoutAddress({serverAddressByClientCIDRs: _, ...rest}: JsonObject): JsonObject {
  return rest;
}

type Component = {readonly properties?: JsonObject};

function propertiesOf(documents: readonly JsonObject[]): (component: string) => ReadonlySet<string> | undefined {
  const properties = new Map<string, ReadonlySet<string>>();
  for (const document of documents) {
    const {schemas} = document['components'] as {readonly schemas: Readonly<Record<string, Component>>};
    for (const [name, schema] of Object.entries(schemas))
      properties.set(name, new Set(Object.keys(schema.properties ?? {})));
  }
  return (component) => properties.get(component);
}

async function openApiInProtobuf({server, ca, identity}: Access): Promise<Buffer> {
  const agent = new Agent({ca, ...identity});
  const headers = {accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'};
  const body = await new Promise<Buffer>((resolve, reject) => {
    httpsGet(new URL('/openapi/v2', server), {agent, headers}, (response) => {
      if (response.statusCode === 200) buffer(response).then(resolve, reject);
      else reject(new Error(`/openapi/v2 in protobuf: ${response.statusCode}`));
    }).on('error', reject);
  });
  agent.destroy();
  return body;
}
