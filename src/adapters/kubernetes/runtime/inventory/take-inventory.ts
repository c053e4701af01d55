import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {EMPTY_FIELD_SET} from '../../../../kubernetes/fields/field-set.ts';
import {appliesOf, managersOf} from '../../../../kubernetes/fields/managers.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {inferEdges} from '../../../../kubernetes/graph/infer-edges.ts';
import {isHook} from '../../../../kubernetes/hook/read-hook.ts';
import {annotationOf, isOurs, lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {FIELD_MANAGER, STACK_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {redactObject} from '../../../../kubernetes/secret/redact-object.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Inventory, InventoryRequest, OwnedObject} from '../../../../ports/inventory.ts';
import type {KubernetesClient} from '../client/client.ts';
import {unavailableText} from '../client/unavailable-api.ts';
import {uidOf} from '../plan/live-objects.ts';
import {type KnownKind, openScheme, type Scheme} from '../plan/scheme.ts';
import {type ListedObject, listOwned} from './list-owned.ts';

/** Finds the objects of a stack in the cluster by their ownership label and annotations alone, without hooks. It only reads. */
export async function takeInventory(client: KubernetesClient, request: InventoryRequest): Promise<Inventory> {
  const {listed, unread, unavailable} = await listOwned({client, ...request});
  const scheme = openScheme(client, new Map());
  const meant = listed.filter(({live}) => annotationOf(live, STACK_ANNOTATION) === request.stackName && !isHook(live));
  const read = await Promise.all(meant.map((one) => ownedObject({client, scheme, request}, one)));
  // An object that several groups serve is one object.
  const found = [...new Map(read.filter((one) => one !== undefined).map((one) => [one.uid, one] as const)).values()];
  const edges = inferEdges(found.map(resourceOf));
  const objects = found.map((one) => ownedOf(one, [...(edges.get(one.id)?.keys() ?? [])]));
  return {
    objects: objects.toSorted((a, b) => compareNaturally(a.id, b.id)),
    unread,
    unavailable: unavailable.map(unavailableText),
  };
}

/** Returns the object as a resource: its references determine what must be deleted before it. */
const resourceOf = ({id, listed}: Found): Resource => ({
  id,
  type: 'Kubernetes',
  attributes: listed,
  dependsOn: [],
  extensions: {},
});

type Looking = {readonly client: KubernetesClient; readonly scheme: Scheme; readonly request: InventoryRequest};

/**
 * Returns an object if it is ours. Controllers copy labels to the objects that they create: a copy has the annotation
 * of another id, or a controller.
 */
async function ownedObject(
  {client, scheme, request}: Looking,
  {live, resource}: ListedObject,
): Promise<Found | undefined> {
  const lineage = lineageOf(live);
  const apiVersion = writtenIn(live) ?? resource.apiVersion;
  const {namespace, name} = identityOf(live);
  const identity = {apiVersion, kind: resource.kind, ...defined({namespace}), name};
  const id = idOf(identity);
  if (lineage === undefined || !isOurs({live, ownId: id, lineage})) return undefined;
  const known = await scheme(apiVersion, resource.kind);
  const written =
    apiVersion === resource.apiVersion ? live : await readIn({client, known, identity, signal: request.signal});
  const listed = {...live, apiVersion: resource.apiVersion, kind: resource.kind};
  return {id, lineage, identity, uid: uidOf(live) ?? '', listed, live: written, known};
}

function ownedOf(found: Found, dependsOn: readonly string[]): OwnedObject {
  const {id, lineage, identity, listed} = found;
  const created = metadataOf(listed)['creationTimestamp'];
  return {
    lineage,
    id,
    ...identity,
    created: typeof created === 'string' ? created : undefined,
    state: (digestKey) => ({...stateOf(found, digestKey), dependsOn}),
  };
}

/** Returns the version in which we wrote the object last: its id and its fields are of that version, whichever one the server prefers. */
const writtenIn = (live: JsonObject): string | undefined => managersOf(live).find(appliesOf(FIELD_MANAGER))?.apiVersion;

type Identity = Pick<KubernetesState, 'apiVersion' | 'kind' | 'namespace' | 'name'>;

async function readIn({
  client,
  known,
  identity: {namespace, name},
  signal,
}: {
  readonly client: KubernetesClient;
  readonly known: KnownKind | undefined;
  readonly identity: Identity;
  readonly signal: AbortSignal;
}): Promise<JsonObject | undefined> {
  if (known === undefined) return undefined;
  const reply = await client.get({resource: known.resource, namespace, name, signal});
  return reply.ok ? reply.object : undefined;
}

type Found = {
  readonly id: string;
  readonly lineage: string;
  readonly identity: Identity;
  readonly uid: string;
  /** The object in the version that the server prefers. */
  readonly listed: JsonObject;
  /** The object in the version in which it was written; absent if that is no longer served. */
  readonly live: JsonObject | undefined;
  readonly known: KnownKind | undefined;
};

/** Returns a state without a digest of what was sent, so that the next plan compares the object again. */
function stateOf({id, identity, uid, live, known}: Found, digestKey: Secret): KubernetesState {
  const own = live === undefined ? undefined : managersOf(live).find(appliesOf(FIELD_MANAGER));
  const state = {id, type: 'Kubernetes' as const, ...identity, uid, desiredDigest: '', dependsOn: []};
  if (live === undefined || known === undefined || own === undefined) return {...state, applied: null};
  const redaction = {
    key: digestKey.reveal(),
    resourceId: id,
    schema: known.schema,
    fields: EMPTY_FIELD_SET,
    knows: () => true,
  };
  const object = {...live, apiVersion: identity.apiVersion, kind: identity.kind};
  return {...state, applied: project(redactObject(redaction, object), own.fields, known.schema)};
}
