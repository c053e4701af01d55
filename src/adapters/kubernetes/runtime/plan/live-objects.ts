import {isObject, type JsonObject} from '../../../../core/json.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import type {Refusal} from '../client/status.ts';
import {refuseUnreadable, unreadable} from './unreadable.ts';

/** An object to look for. */
export type Wanted = {
  readonly ownId: string;
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** True if it existed before: it is read by name if the list lacks it (somebody may have removed our label). */
  readonly expected: boolean;
};

/** The live objects that a plan needs. */
export type LiveRequest = {
  readonly client: Pick<KubernetesClient, 'list' | 'get' | 'server'>;
  readonly lineage: string;
  /** True for the first run: no object has the label of a new lineage. */
  readonly firstRun: boolean;
  readonly wanted: readonly Wanted[];
  readonly signal: AbortSignal;
};

/** The live objects by the id that each has by itself: all with our label, of the requested kinds, and all expected ones. */
export type LiveObjects = ReadonlyMap<string, JsonObject>;

/**
 * Reads the live objects: one LIST per kind by our label, in the whole cluster or per namespace after a 403; then the
 * expected objects that are missing, by name, in parallel (engine rules, section 3).
 */
export async function readLiveObjects(request: LiveRequest): Promise<LiveObjects> {
  const found = new Map<string, JsonObject>();
  if (!request.firstRun) {
    const lists = await Promise.all([...byKind(request.wanted).values()].map((wanted) => listKind(request, wanted)));
    for (const object of lists.flat()) found.set(idOf(identityOf(object)), object);
  }
  const missing = request.wanted.filter(({ownId, expected}) => expected && !found.has(ownId));
  const got = await Promise.all(missing.map((wanted) => getByName(request, wanted)));
  refuseUnreadable(request.client.server, got);
  for (const {wanted, object} of got) if (object !== undefined) found.set(wanted.ownId, object);
  return found;
}

type Got = {readonly wanted: Wanted; readonly object?: JsonObject; readonly forbidden?: Refusal};

function byKind(wanted: readonly Wanted[]): ReadonlyMap<string, readonly Wanted[]> {
  return Map.groupBy(wanted, ({resource}) => `${resource.apiVersion}/${resource.resource}`);
}

async function listKind(
  {client, lineage, signal}: LiveRequest,
  wanted: readonly Wanted[],
): Promise<readonly JsonObject[]> {
  const resource = wanted[0]?.resource;
  if (resource === undefined) return [];
  const query = {resource, labelSelector: `${LINEAGE_LABEL}=${lineage}`, signal};
  const all = await client.list(query);
  if (all.ok) return all.items;
  if (all.refusal.kind === 'not-found') return [];
  if (all.refusal.kind !== 'forbidden') throw unreadable(client.server, resource, all.refusal);
  // A user of a few namespaces may not list the whole cluster.
  const namespaces = [...new Set(wanted.flatMap(({namespace}) => namespace ?? []))];
  const parts = await Promise.all(namespaces.map((namespace) => client.list({...query, namespace})));
  return parts.flatMap((part) => {
    if (part.ok) return part.items;
    // Without the permission to list, each object is read by name.
    if (part.refusal.kind === 'forbidden' || part.refusal.kind === 'not-found') return [];
    throw unreadable(client.server, resource, part.refusal);
  });
}

async function getByName({client, signal}: LiveRequest, wanted: Wanted): Promise<Got> {
  const {resource, namespace, name} = wanted;
  const reply = await client.get({resource, namespace, name, signal});
  if (reply.ok) return {wanted, object: {apiVersion: resource.apiVersion, kind: resource.kind, ...reply.object}};
  const {refusal} = reply;
  if (refusal.kind === 'not-found') return {wanted};
  if (refusal.kind === 'forbidden') return {wanted, forbidden: refusal};
  throw unreadable(client.server, resource, refusal, wanted.ownId);
}

/** Returns the uid of an object, or undefined if there is no object. */
export const uidOf = (object: JsonObject | undefined): string | undefined => metadataText(object, 'uid');
/** Returns the resourceVersion of an object, or undefined if there is no object. */
export const resourceVersionOf = (object: JsonObject | undefined): string | undefined =>
  metadataText(object, 'resourceVersion');

function metadataText(object: JsonObject | undefined, field: string): string | undefined {
  const metadata = object?.['metadata'];
  const value = isObject(metadata) ? metadata[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}
