import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import type {SurveyRequest} from '../../../../ports/survey.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';
import {distinctApis, type UnavailableApi, unavailableApi} from '../client/unavailable-api.ts';
import {unreadable} from '../plan/unreadable.ts';

/** A live object and its kind. */
export type Found = {readonly live: JsonObject; readonly resource: ApiResource};

/** A kind that the user may not list. */
export type Denied = {readonly resource: ApiResource; readonly namespace: string | undefined; readonly detail: string};

/** The result of a survey; `denied` are kinds without permission to list. */
export type Listed = {
  readonly found: readonly Found[];
  readonly denied: readonly Denied[];
  readonly unavailable: readonly UnavailableApi[];
};

/** The kinds to list, and their namespaces. */
export type Listing = Pick<SurveyRequest, 'namespaces' | 'labelSelector' | 'signal'> & {
  readonly client: Pick<KubernetesClient, 'list' | 'get' | 'server'>;
  readonly kinds: readonly ApiResource[];
};

/** Lists each kind in each namespace, all in parallel. An object that several groups serve is returned once. */
export async function listAll(listing: Listing): Promise<Listed> {
  const {kinds, namespaces} = listing;
  const lists = await Promise.all(
    kinds.flatMap((resource) =>
      resource.namespaced
        ? namespaces.map((namespace) => listOne(listing, resource, namespace))
        : [listOne(listing, resource, undefined)],
    ),
  );
  const byUid = new Map<unknown, Found>();
  for (const one of lists.flatMap(({found}) => found)) {
    const uid = metadataOf(one.live)['uid'] ?? one;
    if (!byUid.has(uid)) byUid.set(uid, one);
  }
  return {
    found: [...byUid.values()],
    denied: lists.flatMap(({denied}) => denied),
    unavailable: distinctApis(lists.flatMap(({unavailable}) => unavailable)),
  };
}

async function listOne(
  {client, namespaces, labelSelector, signal}: Listing,
  resource: ApiResource,
  namespace: string | undefined,
): Promise<Listed> {
  const reply = await client.list({resource, namespace, labelSelector, signal});
  if (reply.ok) {
    const found = reply.items.map((live) => ({live, resource}));
    const isNamespace = resource.apiVersion === 'v1' && resource.kind === 'Namespace';
    // Of all Namespaces keep only the named ones.
    const meant = found.filter(({live}) => !isNamespace || namespaces.includes(identityOf(live).name));
    return {...NOTHING, found: meant};
  }
  const {refusal} = reply;
  if (refusal.kind === 'forbidden') return {...NOTHING, denied: [{resource, namespace, detail: refusal.message}]};
  // Its CRD has just been deleted.
  if (refusal.kind === 'not-found' || refusal.status === 405) return NOTHING;
  const api = unavailableApi(resource.apiVersion, refusal);
  if (api !== undefined) return {...NOTHING, unavailable: [api]};
  if (refusal.status === 400 && labelSelector !== undefined)
    throw new GantryError({
      code: 'input/usage',
      message: `-l ${labelSelector}: the server rejected the selector: ${refusal.message}`,
      hint: 'Use the selector syntax of kubectl, for example -l app=web or -l "tier in (web, api)"',
    });
  throw unreadable(client.server, resource, refusal);
}

const NOTHING: Listed = {found: [], denied: [], unavailable: []};

/**
 * Checks that each namespace exists, as far as the user may read it.
 * @throws GantryError `input/usage` that names all missing ones
 */
export async function checkNamespaces({
  client,
  namespaces,
  signal,
}: Pick<Listing, 'client' | 'namespaces' | 'signal'>): Promise<void> {
  const replies = await Promise.all(namespaces.map((name) => client.get({resource: NAMESPACE, name, signal})));
  const missing = namespaces.filter((_, i) => {
    const reply = replies[i];
    return reply !== undefined && !reply.ok && reply.refusal.kind === 'not-found';
  });
  if (missing.length === 0) return;
  throw new GantryError({
    code: 'input/usage',
    message: `the cluster ${client.server} has no namespace ${missing.join(', ')}`,
    hint: 'List them with "kubectl get namespaces", or choose another workspace with -w.',
  });
}

const NAMESPACE: ApiResource = {
  apiVersion: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  verbs: [],
};
