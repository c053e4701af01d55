import {connect as connectTcp, isIP, type Socket, type TcpSocketConnectOpts} from 'node:net';
import {connect as connectTls} from 'node:tls';
import {defined} from '../../../../../lib/defined.ts';
import {lookupBesideMetadata} from '../../../../../lib/lookup-beside-metadata.ts';
import {TransportError} from './transport-error.ts';

/** A host and a port, in the form that CONNECT of a proxy uses. */
export type Endpoint = {readonly host: string; readonly port: number};

/** The way of a connection to its endpoint: a proxy, and whether it avoids metadata services. */
export type Way = {readonly proxyUrl?: string | undefined; readonly besideMetadata?: true | undefined};

/** Small requests are sent at once, and a vanished peer is detected. */
const SOCKET = {noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000};

/** Opens a TCP connection to the endpoint, through a proxy if there is one (`http`, `https`, `socks5`, `socks5h`). */
export async function tunnel(to: Endpoint, {proxyUrl, besideMetadata}: Way, signal: AbortSignal): Promise<Socket> {
  const options = {...SOCKET, ...defined({lookup: besideMetadata === true ? lookupBesideMetadata : undefined})};
  if (proxyUrl === undefined) return connected(connectTcp({...to, ...options}), 'connect', signal);
  const proxy = new URL(proxyUrl);
  const host = bare(proxy.hostname);
  if (proxy.protocol.startsWith('socks5')) {
    const socket = await reach({...options, host, port: Number(proxy.port || 1080)}, signal);
    return guarded(socket, signal, () => socks(socket, to, proxy));
  }
  const secure = proxy.protocol === 'https:';
  const at = {...options, host, port: Number(proxy.port || (secure ? 443 : 80))};
  const tcp = await reach(at, signal);
  const socket = secure
    ? await connected(
        connectTls({socket: tcp, host, servername: isIP(host) ? undefined : host}),
        'secureConnect',
        signal,
      )
    : tcp;
  return guarded(socket, signal, () => httpConnect(socket, to, proxy));
}

/** Removes the brackets of an IPv6 address: `[::1]` in a URL is `::1` for a socket. */
export const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

async function reach(at: Endpoint & TcpSocketConnectOpts, signal: AbortSignal): Promise<Socket> {
  try {
    return await connected(connectTcp(at), 'connect', signal);
  } catch (error) {
    throw new TransportError(
      'connect',
      error,
      `the proxy ${at.host}:${at.port} cannot be reached: ${(error as Error).message}`,
    );
  }
}

/** Waits for the event that a socket is usable. */
export function connected<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return guarded(socket, signal, () => new Promise((resolve) => socket.once(event, () => resolve(socket))));
}

/** Runs a step of a handshake. A broken socket or an abort ends the step and destroys the socket. */
async function guarded<T>(socket: Socket, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  const {promise: broken, reject} = Promise.withResolvers<never>();
  const onError = (error: Error): void => reject(error);
  const onClose = (): void => reject(new Error('the connection was closed during the handshake'));
  const onAbort = (): void => reject(signal.reason as Error);
  socket.once('error', onError);
  socket.once('close', onClose);
  signal.addEventListener('abort', onAbort, {once: true});
  try {
    signal.throwIfAborted();
    return await Promise.race([step(), broken]);
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw error instanceof TransportError ? error : new TransportError('connect', error);
  } finally {
    socket.off('error', onError);
    socket.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  }
}

async function httpConnect(socket: Socket, {host, port}: Endpoint, proxy: URL): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const login =
    proxy.username === '' ? '' : `Proxy-Authorization: Basic ${btoa(`${user(proxy)}:${password(proxy)}`)}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
  const head = await readUntil(socket, (seen) => {
    const end = seen.indexOf('\r\n\r\n');
    return end === -1 ? undefined : end + 4;
  });
  const statusLine = head.toString('latin1').split('\r\n')[0] ?? '';
  if (!/^HTTP\/1\.[01] 2\d\d/.test(statusLine)) {
    throw new TransportError('connect', undefined, `the proxy ${proxy.host} refused the tunnel: ${statusLine}`);
  }
  return socket;
}

/** Connects through a SOCKS5 proxy (RFC 1928). The proxy resolves the name, as for Go programs. */
async function socks(socket: Socket, {host, port}: Endpoint, proxy: URL): Promise<Socket> {
  const refused = (why: string): TransportError =>
    new TransportError('connect', undefined, `the SOCKS proxy ${proxy.host} refused the tunnel: ${why}`);
  socket.write(Buffer.from(proxy.username === '' ? [5, 1, 0] : [5, 2, 0, 2]));
  const method = (await readExactly(socket, 2))[1];
  if (method === 2) {
    const [name, secret] = [Buffer.from(user(proxy)), Buffer.from(password(proxy))];
    socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([secret.length]), secret]));
    if ((await readExactly(socket, 2))[1] !== 0) throw refused('wrong user or password');
  } else if (method !== 0) throw refused('no common way to log in');
  const name = Buffer.from(host);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, Buffer.from([port >> 8, port & 255])]));
  const reply = await readExactly(socket, 5);
  if (reply[1] !== 0) throw refused(`reply ${reply[1]}`);
  // The rest of the message: the address (one byte of it has been read) and the port.
  const rest = reply[3] === 1 ? 3 : reply[3] === 4 ? 15 : (reply[4] ?? 0);
  await readExactly(socket, rest + 2);
  return socket;
}

const user = (proxy: URL): string => decodeURIComponent(proxy.username);
const password = (proxy: URL): string => decodeURIComponent(proxy.password);

const readExactly = (socket: Socket, count: number): Promise<Buffer> =>
  readUntil(socket, (seen) => (seen.length >= count ? count : undefined));

/** Reads until `length` knows the length of the message, and puts back the bytes after it. */
function readUntil(socket: Socket, length: (seen: Buffer) => number | undefined): Promise<Buffer> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const onReadable = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      seen = Buffer.concat([seen, chunk]);
      const end = length(seen);
      if (end === undefined) return;
      socket.off('readable', onReadable);
      if (end < seen.length) socket.unshift(seen.subarray(end));
      resolve(seen.subarray(0, end));
    };
    socket.on('readable', onReadable);
    onReadable();
  });
}
