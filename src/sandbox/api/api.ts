import {randomUUID} from 'node:crypto';
import type {JsonObject} from '../../core/json.ts';
import {attributesOf} from '../access/attributes.ts';
import {refuseUnallowed} from '../access/refuse-unallowed.ts';
import {customResources} from '../custom/custom-resources.ts';
import {yamlOf} from '../decode/yaml-of.ts';
import {aggregated, apiGroup, apiGroupList, apiResourceList, apiVersions, rootPaths} from '../discovery/documents.ts';
import {openApiDocument, openApiIndex} from '../discovery/openapi-documents.ts';
import type {Pack} from '../discovery/pack.ts';
import {openRegistry} from '../discovery/registry.ts';
import {sharedComponents} from '../discovery/shared-components.ts';
import {methodNotAllowed, noSuchPath} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import type {Store} from '../model/store.ts';
import type {VerbContext} from '../verbs/verb-context.ts';
import {openApiForm, refuseAllButJson, refuseOtherTypes, wantedOf, wantsAggregated, wantsYaml} from './accept.ts';
import {answerOrRefusal} from './answer-or-refusal.ts';
import {answerResource} from './answer-resource.ts';
import {type Route, routeOf} from './route.ts';

/** The API server without the network: HTTP and embedding programs send the same requests to it. */
export type Api = {
  /** Answers a request. Never throws: a refusal is a response. */
  readonly handle: (request: ApiRequest) => ApiReply;
  readonly context: VerbContext;
};

/** Options of the API server. `now` returns milliseconds since 1970. */
export type ApiOptions = {readonly store: Store; readonly pack: Pack; readonly now: () => number};

/** Creates the API server over a store. */
export function sandboxApi({store, pack, now}: ApiOptions): Api {
  const shared = sharedComponents(pack);
  const registry = openRegistry(pack, store, (definition) => customResources(definition, shared));
  const context: VerbContext = {store, registry, now, uid: randomUUID, protobuf: () => pack.protobuf()};
  return {
    context,
    handle: (request) =>
      inFormat(
        answerOrRefusal(() => answer(request, {pack, context})),
        request,
      ),
  };
}

type ApiDeps = {readonly pack: Pack; readonly context: VerbContext};

function answer(request: ApiRequest, {pack, context}: ApiDeps): ApiReply {
  const {path, method, user} = request;
  refuseUnallowed(user, attributesOf(request));
  if (isVersionMissing(path, context)) throw noSuchPath();
  const document = documentAt(request, {pack, context});
  if (document !== undefined) {
    if (method !== 'GET' && method !== 'HEAD' && ONLY_READ.test(path)) throw methodNotAllowed();
    return document;
  }
  const route = routeOf(path);
  if (route === undefined || !isServed(route, context)) return NOTHING_THERE;
  return answerResource(route, request, context);
}

/** Documents that allow GET only. The other documents are answered for every method. */
const ONLY_READ = /^\/(version|api|api\/v1|apis\/[^/]+\/[^/]+)\/?$/;

/** Reports whether a path names a missing version of a built-in group. The server says so only for groups that it has itself. */
function isVersionMissing(path: string, {registry}: VerbContext): boolean {
  const [, root = '', first = '', second = ''] = path.split('/');
  if (root !== 'api' && root !== 'apis') return false;
  const [group, version] = root === 'api' ? ['', first] : [first, second];
  const versions = registry.all().filter((one) => one.group === group && one.custom === undefined);
  return version !== '' && versions.length > 0 && !versions.some((one) => one.version === version);
}

/** Returns the documents that are not about objects: health, version, discovery and schemas. */
function documentAt({path, headers}: ApiRequest, {pack, context}: ApiDeps): ApiReply | undefined {
  const {registry, store} = context;
  const {accept} = headers;
  const trimmed = path.replace(/(?<!\/)\/+$/, '').slice(1);
  switch (trimmed) {
    case '':
      return json(rootPaths(pack, registry));
    case 'healthz':
    case 'livez':
    case 'readyz':
      return plain('ok');
    case 'version':
      refuseAllButJson(accept);
      return json(pack.discovery().version);
    case 'openapi/v2':
      return openApiV2(accept, pack);
    case 'openapi/v3':
      return {...text(JSON.stringify(openApiIndex(pack, registry, store))), type: 'text/plain; charset=utf-8'};
  }
  if (trimmed.startsWith('openapi/v3/')) return openApiV3(trimmed.slice('openapi/v3/'.length), accept, {pack, context});
  return discoveryAt(trimmed, headers, {pack, context});
}

function discoveryAt(path: string, headers: ApiRequest['headers'], {pack, context}: ApiDeps): ApiReply | undefined {
  const {registry} = context;
  const {accept, host} = headers;
  if ((path === 'api' || path === 'apis') && wantsAggregated(accept))
    return aggregatedReply(aggregated(path, pack, registry));
  if (path === 'api' || Object.hasOwn(pack.discovery().lists, path)) refuseOtherTypes(accept, false);
  if (path === 'api') return found(apiVersions(pack, host), accept);
  if (path === 'apis') return found(apiGroupList(pack, registry), accept);
  if (/^apis\/[^/]+$/.test(path)) return found(apiGroup(path.slice(5), pack, registry), accept);
  if (!/^(api\/v1|apis\/[^/]+\/[^/]+)$/.test(path)) return undefined;
  return found(apiResourceList(path, pack, registry), accept);
}

/** Returns the OpenAPI v2 document, as JSON or protobuf. kubectl requests protobuf before it reads the items of a List. */
function openApiV2(accept: string | undefined, pack: Pack): ApiReply {
  const form = openApiForm(accept, 'v2');
  if (form === undefined) return empty(406);
  return form === 'json'
    ? text(pack.openapiV2())
    : {kind: 'bytes', status: 200, type: PROTOBUF_V2, body: pack.openapiV2Protobuf()};
}

const PROTOBUF_V2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** Returns an OpenAPI v3 document. It exists in JSON only, which is also sent to a client that requests protobuf. */
function openApiV3(path: string, accept: string | undefined, {pack, context}: ApiDeps): ApiReply {
  const document = openApiDocument(path, pack, context.registry);
  if (document === undefined) return empty(404);
  return openApiForm(accept, 'v3') === undefined ? empty(406) : text(document);
}

const empty = (status: number): ApiReply => ({kind: 'bytes', status, type: '', body: Buffer.alloc(0)});

type Bytes = Extract<ApiReply, {kind: 'bytes'}>;

const json = (body: JsonObject): ApiReply => ({kind: 'json', status: 200, body});
const text = (body: string): Bytes => ({
  kind: 'bytes',
  status: 200,
  type: 'application/json',
  body: Buffer.from(body),
});
const plain = (body: string): ApiReply => ({
  kind: 'bytes',
  status: 200,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from(body),
});

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const aggregatedReply = (body: JsonObject): ApiReply => ({
  kind: 'bytes',
  status: 200,
  type: AGGREGATED,
  body: Buffer.from(JSON.stringify(body)),
});

function found(document: JsonObject | undefined, accept: string | undefined): ApiReply {
  if (document === undefined) return NOTHING_THERE;
  wantedOf(accept, true);
  return json(document);
}

/** The response of Go's HTTP server to a path that no handler serves. */
const NOTHING_THERE: ApiReply = {
  kind: 'bytes',
  status: 404,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from('404 page not found\n'),
};

const isServed = ({group, version}: Route, {registry}: VerbContext): boolean =>
  registry.all().some((one) => one.group === group && one.version === version);

/** Documents that exist in JSON only. */
const ALWAYS_JSON = new Set(['/', '/version', '/version/']);

/** Converts a response to YAML if the client requests it; this includes refusals. */
function inFormat(reply: ApiReply, {headers, path}: ApiRequest): ApiReply {
  if (reply.kind !== 'json') return reply;
  const isRefusal = reply.status >= 400;
  if ((ALWAYS_JSON.has(path) && !isRefusal) || !wantsYaml(headers['accept'], isRefusal)) return reply;
  return {...reply, kind: 'bytes', type: 'application/yaml', body: Buffer.from(yamlOf(reply.body))};
}
