import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {labelsOf, nameOf, namespaceOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {badRequest, expired} from '../model/refusals.ts';
import {apiVersionOf, type Resource, storeKey} from '../model/resource.ts';
import {Refusal} from '../model/status.ts';
import {fieldSelector} from '../select/field-selector.ts';
import {labelSelector} from '../select/label-selector.ts';
import {fromStored} from './convert.ts';
import {checkListOptions} from './list-options.ts';
import {objectsAt, type Past} from './past.ts';
import type {Target, VerbContext} from './verb-context.ts';

/** Reports whether a list or a watch includes an object. */
export type Selection = (object: JsonObject) => boolean;

/** Returns the selection of a request. @throws Refusal 400 for an invalid selector */
export function selectionOf(query: URLSearchParams, resource: Resource): Selection {
  const labels = labelSelector(query.get('labelSelector') ?? '');
  const fields = fieldSelector(query.get('fieldSelector') ?? '', resource);
  return (object) => labels(labelsOf(object)) && fields(object);
}

/** Items of a list, with its resourceVersion and perhaps a continue token in the metadata. */
export type Listed = {readonly items: readonly JsonObject[]; readonly metadata: JsonObject};

/** Handles a GET of a collection, in chunks if the request has a limit. */
export function listObjects({resource, namespace}: Target, query: URLSearchParams, context: VerbContext): Listed {
  const {store} = context;
  checkListOptions(query, store.revision());
  const selects = selectionOf(query, resource);
  const inside = resource.namespaced && namespace !== '' ? namespace : undefined;
  const all = objectsAt(revisionOf(query), {resource: storeKey(resource), namespace: inside}, store);
  const matching = all.map((object) => fromStored(object, resource, context)).filter(selects);
  return chunkOf(matching, query, store.revision());
}

/** Returns the revision that a list shows: that of its continue token, or the one in the request; undefined for the current state. */
function revisionOf(query: URLSearchParams): Past | undefined {
  const start = startOf(query.get('continue') ?? '');
  if (start !== undefined) return {revision: Number(start.revision), gone: () => continueExpired(start.key)};
  if (query.get('resourceVersionMatch') !== 'Exact') return undefined;
  return {
    revision: Number(query.get('resourceVersion')),
    gone: () => expired('The resourceVersion for the provided list is too old.'),
  };
}

/** Returns the 410 with a token that continues in the current state. */
function continueExpired(key: string): Refusal {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  return new Refusal({code: 410, reason: 'Expired', message, continue: tokenOf(key, '-1')});
}

/** Returns a chunk of the requested size, after the items that the client has already. */
function chunkOf(matching: readonly JsonObject[], query: URLSearchParams, current: number): Listed {
  const start = startOf(query.get('continue') ?? '');
  const rest = start === undefined ? matching : matching.filter((object) => keyOf(object) > start.key);
  const limit = Number(query.get('limit') ?? 0);
  const exact = query.get('resourceVersionMatch') === 'Exact' ? (query.get('resourceVersion') ?? '') : String(current);
  const resourceVersion = start === undefined || start.revision === '-1' ? exact : start.revision;
  const items = limit > 0 ? rest.slice(0, limit) : rest;
  const last = items.at(-1);
  if (items.length === rest.length || last === undefined) return {items, metadata: {resourceVersion}};
  const isSelecting = (query.get('labelSelector') ?? query.get('fieldSelector') ?? '') !== '';
  return {
    items,
    metadata: {
      resourceVersion,
      continue: tokenOf(keyOf(last), resourceVersion),
      ...defined({remainingItemCount: isSelecting ? undefined : rest.length - items.length}),
    },
  };
}

/** Returns a list as a document. Items of built-in kinds have no apiVersion and kind. */
export const listDocument = ({items, metadata}: Listed, resource: Resource): JsonObject => ({
  kind: `${resource.kind}List`,
  apiVersion: apiVersionOf(resource),
  // For custom kinds, the server always writes `continue`, even if it is empty.
  metadata: resource.custom === undefined ? metadata : {continue: '', ...metadata},
  items: resource.custom === undefined ? items.map(withoutKind) : items,
});

function withoutKind(object: JsonObject): JsonObject {
  const {kind: _, apiVersion: _version, ...rest} = object;
  return rest;
}

const keyOf = (object: JsonObject): string => `${namespaceOf(object)}/${nameOf(object)}`;

const tokenOf = (key: string, revision: string): string =>
  Buffer.from(JSON.stringify({v: 'meta.k8s.io/v1', rv: Number(revision), start: key})).toString('base64url');

function startOf(token: string): {readonly key: string; readonly revision: string} | undefined {
  if (token === '') return undefined;
  const said = saidBy(token);
  const {v, rv, start} = isObject(said) ? said : {};
  if (said !== null && !isObject(said)) {
    const type = Array.isArray(said) ? 'array' : typeof said === 'boolean' ? 'bool' : typeof said;
    throw invalidToken(`json: cannot unmarshal ${type} into Go value of type storage.continueToken`);
  }
  if (v !== 'meta.k8s.io/v1') throw invalidToken(`server does not recognize this encoded version ${text(v)}`);
  return {key: text(start), revision: String(typeof rv === 'number' ? rv : 0)};
}

const invalidToken = (why: string): Refusal => badRequest(`invalid continue token: continue key is not valid: ${why}`);

function saidBy(token: string): Json {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Json;
  } catch {
    throw invalidToken(unreadable(token));
  }
}

/** Returns Go's error for an invalid token, which it decodes first and then parses as JSON. */
function unreadable(token: string): string {
  if (!/^[A-Za-z0-9_-]*$/.test(token)) return `illegal base64 data at input byte ${token.search(/[^A-Za-z0-9_-]/)}`;
  const first = Buffer.from(token, 'base64url').toString('latin1').charAt(0);
  const shown = /[\x20-\x7e]/.test(first)
    ? `'${first}'`
    : `'\\u00${first.charCodeAt(0).toString(16).padStart(2, '0')}'`;
  return `invalid character ${shown} looking for beginning of value`;
}
