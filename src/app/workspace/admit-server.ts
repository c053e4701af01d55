import {type ClusterPin, ofCluster} from '../../core/workspace/cluster-pin.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import {judgeServer} from '../../core/workspace/pinned-server.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import {requirePinned} from '../untrusted/require-pinned.ts';
import {connectCluster} from './connect-cluster.ts';
import {lastPin, type PinOf} from './last-pin.ts';
import {pinOf} from './pin.ts';
import {otherServer, seenServer} from './seen-server.ts';

/** A cluster to open for a workspace. */
export type OpenCluster = {
  readonly chosen: PinOf;
  readonly kubeconfig: KubeconfigSource;
  /** The backend that stores the pin of the workspace. */
  readonly backend: Backend;
  /** Returns the pin in the backend, if the run reads it for more than this. Absent: it is read here. */
  readonly pinned?: (() => Promise<ClusterPin | undefined>) | undefined;
};

/**
 * Opens the way to the cluster of a workspace, if the server can be that of the pinned cluster.
 * @throws GantryError 'cluster/other' before anything is sent
 */
export async function openCluster(
  {kubeconfig, ...open}: OpenCluster,
  deps: Deps,
): Promise<{readonly access: ClusterAccess; readonly cluster: Cluster}> {
  const access = await admitServer({...open, access: await connectCluster(kubeconfig, deps)}, deps);
  return {access, cluster: await deps.cluster(access)};
}

/** A server to compare with the pinned one before anything secret is sent to it. */
export type AdmitServer = Omit<OpenCluster, 'kubeconfig'> & {readonly access: ClusterAccess};

/**
 * Compares address and CA of a kubeconfig with the pin of the backend and with the one that this machine last used. No request is sent:
 * a server that only repeats the identity of the cluster gets no credential.
 * @throws GantryError 'cluster/other'
 */
export async function admitServer(
  {chosen, backend, access, pinned = () => pinOf(chosen, backend)}: AdmitServer,
  {home}: Pick<Deps, 'home'>,
): Promise<ClusterAccess> {
  let admitted = access;
  const pins = [await pinned(), ofCluster(await lastPin(chosen, backend, home))].filter((pin) => pin !== undefined);
  requirePinned(pins, access, chosen.name);
  for (const pin of pins) admitted = await admittedBy(pin, admitted, chosen.name);
  return admitted;
}

/** Compares a server with one pin. */
export async function admittedBy(pin: ClusterPin, access: ClusterAccess, workspace: string): Promise<ClusterAccess> {
  if (access.isTemporary === true) return access;
  const seen = seenServer(access);
  const verdict = judgeServer(pin, seen, access.isOwn === true);
  if (verdict.kind === 'other') throw otherServer(workspace, verdict.expected, seen);
  if (verdict.kind !== 'by-key') return access;
  const key = await access.serverKey?.();
  if (key === undefined || !verdict.keys.includes(key))
    throw otherServer(workspace, pin.servers?.[0] ?? seen, key === undefined ? seen : {...seen, keys: [key]});
  // Requests use another connection, which has to end at the same server.
  return {...access, tls: {...access.tls, publicKeys: verdict.keys}};
}
