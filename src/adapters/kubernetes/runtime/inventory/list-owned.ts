import type {JsonObject} from '../../../../core/json.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import {preferredKinds} from '../client/preferred-kinds.ts';
import {distinctApis, type UnavailableApi, unavailableApi} from '../client/unavailable-api.ts';
import {unreadable} from '../plan/unreadable.ts';

/** The namespaces to search for objects with Gantry's label. */
export type Listing = {
  readonly client: Pick<KubernetesClient, 'list' | 'server' | 'discovery'>;
  readonly namespaces: readonly string[];
  readonly signal: AbortSignal;
};

/** A live object with the kind that it was listed as. */
export type ListedObject = {readonly live: JsonObject; readonly resource: ApiResource};

/** The objects with Gantry's label, and the places that could not be searched. */
export type OwnedObjects = {
  readonly listed: readonly ListedObject[];
  /** The kinds that the user may not list. */
  readonly unread: readonly string[];
  readonly unavailable: readonly UnavailableApi[];
};

/** Lists all objects with our label, of every kind that can be listed: in the whole cluster, or per namespace after a 403. */
export async function listOwned(listing: Listing): Promise<OwnedObjects> {
  const {resources, unavailable} = await listing.client.discovery.served();
  const lists = await Promise.all(
    preferredKinds(resources, NEEDED_VERBS).map((resource) => listKind(listing, resource)),
  );
  return {
    listed: lists.flatMap(({listed}) => listed),
    unread: lists.flatMap(({unread}) => unread).toSorted(compareNaturally),
    unavailable: distinctApis([...unavailable, ...lists.flatMap((list) => list.unavailable)]),
  };
}

const NEEDED_VERBS = ['list', 'get', 'patch'];

async function listKind(listing: Listing, resource: ApiResource): Promise<OwnedObjects> {
  const everywhere = await listIn(listing, resource, undefined);
  if (everywhere !== 'forbidden') return everywhere;
  if (!resource.namespaced) return {...NOTHING, unread: [nameOf(resource)]};
  const {namespaces} = listing;
  const parts = await Promise.all(namespaces.map((namespace) => listIn(listing, resource, namespace)));
  const elsewhere =
    namespaces.length === 0 ? nameOf(resource) : `${nameOf(resource)} outside of ${namespaces.join(', ')}`;
  const read = parts.filter((part) => part !== 'forbidden');
  return {
    listed: read.flatMap(({listed}) => listed),
    unavailable: read.flatMap(({unavailable}) => unavailable),
    unread: [
      elsewhere,
      ...namespaces.filter((_, i) => parts[i] === 'forbidden').map((name) => `${nameOf(resource)} in ${name}`),
    ],
  };
}

async function listIn(
  {client, signal}: Listing,
  resource: ApiResource,
  namespace: string | undefined,
): Promise<OwnedObjects | 'forbidden'> {
  const reply = await client.list({resource, namespace, labelSelector: LINEAGE_LABEL, signal});
  if (reply.ok) return {...NOTHING, listed: reply.items.map((live) => ({live, resource}))};
  const {refusal} = reply;
  if (refusal.kind === 'forbidden') return 'forbidden';
  // Its CRD has just been deleted.
  if (refusal.kind === 'not-found' || refusal.status === 405) return NOTHING;
  const api = unavailableApi(resource.apiVersion, refusal);
  if (api !== undefined) return {...NOTHING, unavailable: [api]};
  throw unreadable(client.server, resource, refusal);
}

const NOTHING: OwnedObjects = {listed: [], unread: [], unavailable: []};

const nameOf = ({resource, apiVersion}: ApiResource): string => {
  const {group} = groupVersion(apiVersion);
  return group === '' ? resource : `${resource}.${group}`;
};
