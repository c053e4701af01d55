import {GantryError} from '../../core/failure/failure.ts';
import {sameServer} from '../../core/workspace/same-server.ts';
import type {Backend} from '../../ports/backend.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import {admitServer, admittedBy} from '../workspace/admit-server.ts';
import {lastPin, type PinOf} from '../workspace/last-pin.ts';
import {checkPin, pinOf} from '../workspace/pin.ts';
import {workspaceLocations} from '../workspace/workspace-locations.ts';

/**
 * The result of an address check. `unbound`: no command has reached the cluster of the workspace yet; `backend`: the place for its
 * identity. `access`: the connection to the server, with the proof that is required of it.
 */
export type CheckedAddress = {readonly access: ClusterAccess} & (
  | {readonly is: 'bound' | 'unchecked'}
  | {readonly is: 'unbound'; readonly backend: Backend}
);

/**
 * Compares address and CA of a kubeconfig with those of the workspace's pin. At a known address the cluster is not
 * contacted, so that programs start at once. At another address it is asked for its identity.
 * @throws GantryError 'cluster/other'
 */
export async function checkAddress(
  {chosen, access: given}: {readonly chosen: PinOf; readonly access: ClusterAccess},
  deps: Deps,
): Promise<CheckedAddress> {
  const {backend, unasked} = await workspaceLocations(deps);
  const last = await lastPin(chosen, backend, deps.home);
  const access = last === undefined ? given : await admittedBy(last, given, chosen.name);
  // The identity that a cluster reports about itself proves nothing.
  if (backend.namespace !== undefined || unasked !== undefined) return {is: 'unchecked', access};
  const found = await pinned(chosen, backend, deps);
  if (found === 'unanswered') return {is: 'unchecked', access};
  if (found === undefined || found.identities.length === 0) return {is: 'unbound', backend, access};
  const admitted = await admitServer({chosen, access, backend}, deps);
  const addresses = [...found.identities, ...(found.servers ?? [])];
  if (addresses.some((known) => sameServer(known.server, access.server))) return {is: 'bound', access: admitted};
  const cluster = await deps.cluster(admitted);
  try {
    const namespace = found.identities.find((known) => known.namespace !== undefined)?.namespace;
    const reached = await cluster.identify(namespace === undefined ? {} : {namespace});
    await checkPin({...deps, chosen, access: admitted, found: reached, backend});
  } finally {
    await cluster.close();
  }
  return {is: 'bound', access: admitted};
}

/** Reads the pin. If the backend does not answer, a warning is emitted instead of an error: kubectl may be needed to repair the cluster. */
async function pinned(
  ...[chosen, backend, deps]: [...Parameters<typeof pinOf>, Deps]
): Promise<Awaited<ReturnType<typeof pinOf>> | 'unanswered'> {
  try {
    return await pinOf(chosen, backend);
  } catch (error) {
    if (!(error instanceof GantryError) || !error.failure.code.startsWith('backend/')) throw error;
    const message = `${backend.name} did not report which cluster belongs to the workspace ${chosen.name}: this was not checked`;
    deps.onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/unchecked', message}});
    return 'unanswered';
  }
}
