import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {FIELD_MANAGER} from '../../../../kubernetes/resource/labels.ts';
import {defined} from '../../../../lib/defined.ts';
import {labelOf, type ObjectTarget, pathOf, type Target} from './path.ts';
import type {ClientRequest, Refused, Reply, ReplyFacts, Requests, SendOptions} from './request-types.ts';

/** An object in the server's answer. For an apply, status 201 means that it was created, 200 that it existed. */
export type ObjectReply = (ReplyFacts & {readonly ok: true; readonly object: JsonObject}) | Refused;

/** All pages of a list; a watch continues from the resourceVersion. */
export type ListReply =
  | {readonly ok: true; readonly items: readonly JsonObject[]; readonly resourceVersion: string}
  | Refused;

/** Options of each request. */
export type Common = Pick<SendOptions, 'signal' | 'timeoutMs' | 'retry'>;
/** Options of each write. */
export type Write = SendOptions & {readonly dryRun?: boolean | undefined};

/** A list of objects, in one namespace or in all. */
export type ListRequest = Target &
  Common & {
    readonly labelSelector?: string | undefined;
    readonly fieldSelector?: string | undefined;
    /** True to read only names, labels and annotations; nothing else is transferred. */
    readonly metadataOnly?: true | undefined;
    /** Maps each object when its page arrives, so that a list of large objects need not be kept in memory. */
    readonly keep?: ((item: JsonObject) => JsonObject) | undefined;
    /** The number of objects per page; default: 500. */
    readonly pageSize?: number | undefined;
  };
/** A server-side apply. */
export type ApplyRequest = ObjectTarget &
  Write & {
    readonly object: JsonObject;
    /** True to take fields from other managers. */
    readonly force: boolean;
    /** The field manager; default: `gantry`. */
    readonly fieldManager?: string | undefined;
  };
/** A creation by POST, for objects that must not overwrite others. */
export type CreateRequest = Target &
  Write & {
    readonly object: JsonObject;
    /** True if an existing object counts as success: the request may be repeated after a lost answer. */
    readonly repeatable?: true | undefined;
  };
/** A JSON patch (RFC 6902). */
export type PatchRequest = ObjectTarget &
  Write & {
    readonly operations: readonly JsonObject[];
    readonly fieldManager?: string | undefined;
  };
/** A deletion; uid and resourceVersion are preconditions that the server checks. */
export type DeleteRequest = ObjectTarget &
  Write & {
    readonly uid?: string | undefined;
    readonly resourceVersion?: string | undefined;
    readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  };

const PAGE = 500;
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Reads and writes objects. Every answer is data; an error is thrown only for a lost server or a rejected credential. */
export type Objects = {
  readonly get: (target: ObjectTarget & Common) => Promise<ObjectReply>;
  /** Returns a consistent list (without a resourceVersion) with all pages. Items have apiVersion and kind. */
  readonly list: (request: ListRequest) => Promise<ListReply>;
  /** Sends a server-side apply. */
  readonly apply: (request: ApplyRequest) => Promise<ObjectReply>;
  readonly create: (request: CreateRequest) => Promise<ObjectReply>;
  /** Sends a JSON patch (RFC 6902). */
  readonly patch: (request: PatchRequest) => Promise<ObjectReply>;
  /** Deletes an object. The answer contains the object that is being deleted, or a Status if it was deleted at once. */
  readonly delete: (request: DeleteRequest) => Promise<ObjectReply>;
};

/** Opens reads and writes for objects of any kind. A refusal is a value of the reply, not an error. */
export function openObjects(requests: Requests): Objects {
  const send = async (request: ClientRequest): Promise<ObjectReply> => objectReply(await requests.send(request));
  return {
    get: (target) => send({method: 'GET', path: pathOf(target), label: labelOf('get', target), ...common(target)}),
    list: (request) => listAll(requests, request),
    apply: (request) =>
      send({
        ...written('apply', request),
        method: 'PATCH',
        query: {
          fieldManager: request.fieldManager ?? FIELD_MANAGER,
          force: request.force,
          ...strict,
          ...dryRun(request),
        },
        // JSON is YAML.
        contentType: 'application/apply-patch+yaml',
        body: request.object,
      }),
    create: (request) =>
      send({
        ...written('create', request),
        method: 'POST',
        path: pathOf({resource: request.resource, namespace: request.namespace}),
        query: {fieldManager: FIELD_MANAGER, ...strict, ...dryRun(request)},
        body: request.object,
        repeatable: request.dryRun === true || request.repeatable === true,
      }),
    patch: (request) =>
      send({
        ...written('patch', request),
        method: 'PATCH',
        query: {fieldManager: request.fieldManager ?? FIELD_MANAGER, ...strict, ...dryRun(request)},
        contentType: 'application/json-patch+json',
        body: request.operations,
      }),
    delete: (request) => send({...written('delete', request), method: 'DELETE', body: deleteOptions(request)}),
  };
}

const written = (verb: string, request: Target & Write & {readonly name?: string}) => ({
  path: pathOf(request),
  label: labelOf(verb, request),
  ...common(request),
});

const strict = {fieldValidation: 'Strict'};

/** Returns the options in the body: if there is a body, a server ignores the query, even `dryRun`. */
function deleteOptions({uid, resourceVersion, propagationPolicy, dryRun}: DeleteRequest): JsonObject {
  return defined({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: defined({uid, resourceVersion}),
    propagationPolicy,
    dryRun: dryRun === true ? ['All'] : undefined,
  });
}

const dryRun = ({dryRun}: Write) => defined({dryRun: dryRun === true ? 'All' : undefined});

const common = ({signal, timeoutMs, retry, beforeAttempt, stop}: Write): SendOptions => ({
  signal,
  timeoutMs,
  retry,
  beforeAttempt,
  stop,
});

function objectReply(reply: Reply): ObjectReply {
  if (!reply.ok) return reply;
  const {status, warnings, resent, body} = reply;
  return {ok: true, status, warnings, resent, object: isObject(body) ? body : {}};
}

/** Reads a list. If it expires between two pages, it is read again as one page. */
async function listAll(requests: Requests, request: ListRequest): Promise<ListReply> {
  const paged = await listPages(requests, request, request.pageSize ?? PAGE);
  return !paged.ok && paged.refusal.kind === 'expired' ? listPages(requests, request, undefined) : paged;
}

async function listPages(requests: Requests, request: ListRequest, limit: number | undefined): Promise<ListReply> {
  const {resource, labelSelector, fieldSelector} = request;
  const items: JsonObject[] = [];
  let token: string | undefined;
  for (;;) {
    const query = {limit, continue: token, labelSelector, fieldSelector};
    const path = pathOf({resource, namespace: request.namespace});
    const reply = await requests.send({
      method: 'GET',
      path,
      query,
      ...defined({accept: request.metadataOnly === true ? METADATA_ONLY : undefined}),
      label: labelOf('list', request),
      ...common(request),
    });
    if (!reply.ok) return reply;
    const {items: page, metadata} = isObject(reply.body) ? reply.body : {};
    if (isList(page))
      items.push(
        ...page
          .filter(isObject)
          .map((item) => ({apiVersion: resource.apiVersion, kind: resource.kind, ...(request.keep?.(item) ?? item)})),
      );
    const meta: JsonObject = isObject(metadata) ? metadata : {};
    token = text(meta['continue']);
    if (token === '') return {ok: true, items, resourceVersion: text(meta['resourceVersion'])};
  }
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
