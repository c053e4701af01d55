import {isIP, type Socket} from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  getCACertificates,
  type TLSSocket,
} from 'node:tls';
import type {ClusterAccess, Credential} from '../../../../../ports/cluster-access.ts';
import {publicKeyOf} from './server-key.ts';
import {bare, connected, tunnel} from './tunnel.ts';

/** A connected TLS socket and the protocol that ALPN chose. */
export type Dialled = {readonly socket: Socket; readonly protocol: 'h2' | 'http/1.1'};

/** Opens one socket to the cluster: TCP or a proxy's tunnel, then TLS with the client's certificate. */
export async function dial(
  access: ClusterAccess,
  credential: Credential,
  signal: AbortSignal,
  protocols: readonly Dialled['protocol'][] = ['h2', 'http/1.1'],
): Promise<Dialled> {
  const url = new URL(access.server);
  const secure = url.protocol === 'https:';
  const host = bare(url.hostname);
  const port = Number(url.port || (secure ? 443 : 80));
  const tcp = await tunnel({host, port}, access, signal);
  if (!secure) return {socket: tcp, protocol: 'http/1.1'};
  const options = {...tlsOptions(access, credential, host), ALPNProtocols: [...protocols], socket: tcp};
  const socket = await connected(connectTls(options), 'secureConnect', signal);
  refuseOtherKey(socket, access);
  return {socket, protocol: socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1'};
}

/** Checks the server's key before the first request, and so before any credential is sent. */
function refuseOtherKey(socket: TLSSocket, {tls: {publicKeys}}: ClusterAccess): void {
  if (publicKeys === undefined || publicKeys.includes(publicKeyOf(socket) ?? '')) return;
  socket.destroy();
  const message = 'its public key is not the one that is pinned for the workspace';
  throw Object.assign(new Error(message), {code: 'CERT_NOT_PINNED'});
}

function tlsOptions({tls}: ClusterAccess, {certificate}: Credential, host: string): ConnectionOptions {
  const name = tls.serverName ?? host;
  return {
    host: name,
    // A TLS server name cannot be an address.
    servername: isIP(name) === 0 ? name : undefined,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: !tls.insecure,
    // Without a CA in the kubeconfig, the roots of this machine are trusted, as in kubectl.
    ca: tls.ca ?? machineRoots(),
    ...(certificate === undefined ? {} : {cert: certificate.cert.reveal(), key: certificate.key.reveal()}),
  };
}

let roots: readonly string[] | undefined;

/** Returns the root certificates of Node and of this machine. Reading them takes a tenth of a second, so they are cached. */
function machineRoots(): string[] {
  roots ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  return [...roots];
}
