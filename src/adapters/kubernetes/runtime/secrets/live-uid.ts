import {GantryError} from '../../../../core/failure/failure.ts';
import {jsonAt} from '../../../../core/json-at.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {LiveObject} from '../../../../ports/kubeconfig-place-descriptor.ts';
import {openObjects} from '../client/objects.ts';
import {openRequests} from '../client/request.ts';
import type {RequestOptions} from '../client/request-types.ts';

const TIMEOUT_MS = 20_000;

/**
 * Returns the uid of an object, over a connection of its own; undefined if it does not exist.
 * @throws GantryError permission/denied, cluster/unreachable
 */
export async function liveUid(
  access: ClusterAccess,
  {apiVersion, kind, resource, namespace, name}: LiveObject,
  options: RequestOptions,
): Promise<string | undefined> {
  const target = {resource: {apiVersion, kind, resource, namespaced: true, verbs: []}, namespace, name};
  const reply = await openObjects(openRequests(access, options)).get({...target, timeoutMs: TIMEOUT_MS});
  const {server} = access;
  if (reply.ok) {
    const uid = jsonAt(reply.object, ['metadata', 'uid']);
    return typeof uid === 'string' ? uid : undefined;
  }
  const {refusal} = reply;
  if (refusal.kind === 'not-found') return undefined;
  if (refusal.kind === 'forbidden') {
    const action = `get ${resource} in the namespace ${namespace}`;
    throw new GantryError({code: 'permission/denied', server, action, detail: refusal.message});
  }
  const detail = `get of a ${kind} in the namespace ${namespace}: HTTP ${refusal.status}: ${refusal.message}`;
  throw new GantryError({code: 'cluster/unreachable', server, detail});
}
