import {isObject, type JsonObject} from '../../../../../core/json.ts';
import {identityOf} from '../../../../../core/resource/identity.ts';
import {matchesLabels, parseLabelSelector} from '../../../../../core/selection/label-selector.ts';
import {listAt, textAt} from '../../../../../kubernetes/readiness/read.ts';
import type {KubernetesClient} from '../../client/client.ts';
import {podSelectorOf} from '../../execute/workload-kinds.ts';
import type {FoundObject} from '../find-objects.ts';

/** A live workload whose pods are searched. */
export type Root = Extract<FoundObject, {readonly live: JsonObject}>;

/** Returns the id of the resource that a pod belongs to, if it is one of the requested ones. */
export type OwnerOf = (pod: JsonObject) => Promise<string | undefined>;

/** The most owners to follow: Deployment → ReplicaSet → Pod, CronJob → Job → Pod; operators add more in between. */
const DEPTH = 6;

/**
 * Follows the owner references of pods up to the resources of a stack. Each owner is read once; if that is forbidden,
 * the selectors of the workloads decide.
 */
export function openOwners(
  client: Pick<KubernetesClient, 'get' | 'discovery'>,
  roots: readonly Root[],
  signal: AbortSignal,
): OwnerOf {
  const byUid = new Map(roots.map(({state, live}) => [textAt(live, 'metadata', 'uid'), state.id]));
  const parents = new Map<string, Promise<JsonObject | 'unknown' | undefined>>();
  const parentOf = (owner: JsonObject, namespace: string | undefined) => {
    const uid = textAt(owner, 'uid');
    const known = parents.get(uid) ?? readOwner(client, owner, namespace, signal);
    parents.set(uid, known);
    return known;
  };
  const climb = async (object: JsonObject, pod: JsonObject, depth: number): Promise<string | undefined> => {
    const own = byUid.get(textAt(object, 'metadata', 'uid'));
    const owner = ownerIn(object);
    if (own !== undefined || owner === undefined || depth > DEPTH) return own;
    const direct = byUid.get(textAt(owner, 'uid'));
    if (direct !== undefined) return direct;
    const parent = await parentOf(owner, identityOf(pod).namespace);
    if (parent === undefined) return undefined;
    return parent === 'unknown' ? selectedBy(roots, pod) : climb(parent, pod, depth + 1);
  };
  return (pod) => climb(pod, pod, 0);
}

/** Returns the controller of an object, or its only owner. */
function ownerIn(object: JsonObject): JsonObject | undefined {
  const owners = listAt(object, 'metadata', 'ownerReferences').filter(isObject);
  return owners.find(({controller}) => controller === true) ?? owners[0];
}

/** Reads an owner. Returns `unknown` if that is forbidden, undefined if it is gone or another object has its name. */
async function readOwner(
  client: Pick<KubernetesClient, 'get' | 'discovery'>,
  owner: JsonObject,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<JsonObject | 'unknown' | undefined> {
  const [apiVersion, kind, name] = ['apiVersion', 'kind', 'name'].map((key) => textAt(owner, key)) as [
    string,
    string,
    string,
  ];
  const resource = await client.discovery.resourceFor({apiVersion, kind});
  if (resource === undefined) return undefined;
  const reply = await client.get({resource, namespace, name, signal});
  if (!reply.ok) return reply.refusal.kind === 'not-found' ? undefined : 'unknown';
  return textAt(reply.object, 'metadata', 'uid') === textAt(owner, 'uid') ? reply.object : undefined;
}

function selectedBy(roots: readonly Root[], pod: JsonObject): string | undefined {
  const {namespace} = identityOf(pod);
  const root = roots.find(({live}) => {
    const selector = podSelectorOf(live);
    const labels = selector === undefined ? undefined : parseLabelSelector(selector);
    return labels !== undefined && identityOf(live).namespace === namespace && matchesLabels(labels, pod);
  });
  return root?.state.id;
}
