import {createHash} from 'node:crypto';
import {isObject, type Json} from '../../../../core/json.ts';
import type {ClusterIdentity} from '../../../../core/workspace/cluster-identity.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import {refusedError} from './failure.ts';
import type {Requests} from './request-types.ts';

/** Returns the identity of a cluster if no namespace can be read: a hash of its address and CA. */
export function serverHash({server, tls}: Pick<ClusterAccess, 'server' | 'tls'>): string {
  return createHash('sha256')
    .update(JSON.stringify([server, tls.serverName ?? '', tls.ca ?? '']))
    .digest('hex');
}

/** Returns the identity of the cluster: the uid of kube-system, else of the stack's namespace, else a hash of address and CA. */
export async function identifyCluster(
  requests: Requests,
  access: ClusterAccess,
  fallback: {readonly namespace?: string},
): Promise<ClusterIdentity> {
  const [version, system] = await Promise.all([
    readVersion(requests, access.server),
    readUid(requests, access.server, 'kube-system'),
  ]);
  const {server} = access;
  if (system !== undefined) return {server, version, identity: system, method: 'kube-system-uid'};
  const own = fallback.namespace === undefined ? undefined : await readUid(requests, server, fallback.namespace);
  if (own !== undefined) return {server, version, identity: own, method: 'namespace-uid'};
  return {server, version, identity: serverHash(access), method: 'server-and-ca'};
}

/** Returns the server's version, for example `v1.34.4`. */
export async function readVersion(requests: Requests, server: string): Promise<string> {
  const reply = await requests.send({method: 'GET', path: '/version'});
  if (reply.ok) return text(isObject(reply.body) ? reply.body['gitVersion'] : undefined);
  // Some servers hide it from users; nothing depends on it.
  if (reply.refusal.kind === 'forbidden' || reply.refusal.kind === 'not-found') return '';
  throw refusedError(reply.refusal, server, 'read /version');
}

async function readUid(requests: Requests, server: string, namespace: string): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
  const reply = await requests.send({method: 'GET', path});
  if (!reply.ok && (reply.refusal.kind === 'forbidden' || reply.refusal.kind === 'not-found')) return undefined;
  if (!reply.ok) throw refusedError(reply.refusal, server, `read ${path}`);
  const metadata = isObject(reply.body) ? reply.body['metadata'] : undefined;
  return text(isObject(metadata) ? metadata['uid'] : undefined) || undefined;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
