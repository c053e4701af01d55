import {X509Certificate} from 'node:crypto';
import {isIP} from 'node:net';
import {connect as connectTls, type TLSSocket} from 'node:tls';
import {defined} from '../../../../../lib/defined.ts';
import {sha256} from '../../../../../lib/sha256.ts';
import type {ClusterAccess} from '../../../../../ports/cluster-access.ts';
import {bare, connected, tunnel} from './tunnel.ts';

/** Returns the SHA-256 of the public key in a server's certificate. */
export function publicKeyOf(socket: TLSSocket): string | undefined {
  const {raw} = socket.getPeerCertificate();
  if (raw === undefined) return undefined;
  const key = new X509Certificate(raw).publicKey.export({format: 'der', type: 'spki'});
  return sha256(key);
}

/**
 * Reads a server's public key by a TLS handshake without a client certificate. Returns undefined if no server answers,
 * or without TLS; the connection that follows reports why.
 */
export async function serverKey(
  {server, tls, ...way}: Pick<ClusterAccess, 'server' | 'proxyUrl' | 'tls' | 'besideMetadata'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = new URL(server);
  if (url.protocol !== 'https:') return undefined;
  const host = bare(url.hostname);
  try {
    const tcp = await tunnel({host, port: Number(url.port || 443)}, way, signal);
    const name = tls.serverName ?? host;
    // The connection that follows verifies the certificate.
    const options = {
      socket: tcp,
      rejectUnauthorized: false,
      ...defined({servername: isIP(name) === 0 ? name : undefined}),
    };
    const socket = await connected(connectTls(options), 'secureConnect', signal);
    const key = publicKeyOf(socket);
    socket.destroy();
    return key;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
