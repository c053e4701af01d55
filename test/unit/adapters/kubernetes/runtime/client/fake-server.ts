import type {IncomingMessage, ServerResponse} from 'node:http';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import {createServer as createTls} from 'node:https';
import type {AddressInfo, Socket} from 'node:net';
import type {Event} from '../../../../../../src/core/event.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import type {Clock} from '../../../../../../src/ports/clock.ts';
import type {ClusterAccess, Credential} from '../../../../../../src/ports/cluster-access.ts';
import {createAuthority, issueLeaf} from '../../../../../controlplane/certificate.ts';

export const authority = createAuthority();
const identity = issueLeaf(authority, {name: 'server', server: {dns: ['localhost'], ips: ['127.0.0.1']}});

export type FakeRequest = (Http2ServerRequest | IncomingMessage) & {readonly text: string};
export type FakeResponse = Http2ServerResponse | ServerResponse;
/** Answers the n-th request (from 0). */
export type Script = (request: FakeRequest, response: FakeResponse, count: number) => void;

export type FakeServer = {
  readonly access: ClusterAccess;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, unknown>;
    readonly text: string;
    readonly version: string;
  }[];
  readonly sessions: ServerHttp2Session[];
  readonly sockets: Set<Socket>;
  readonly close: () => Promise<void>;
};

export type FakeOptions = {readonly http1?: boolean; readonly leaf?: Parameters<typeof issueLeaf>[1]};

/** A server that says what a test tells it to, with TLS and HTTP/2 (or only HTTP/1.1) as real ones do. */
export async function fakeServer(script: Script, {http1 = false, leaf}: FakeOptions = {}): Promise<FakeServer> {
  const {cert, key} = leaf === undefined ? identity : issueLeaf(authority, leaf);
  const requests: FakeServer['requests'] = [];
  const sessions: ServerHttp2Session[] = [];
  const sockets = new Set<Socket>();
  const server = http1 ? createTls({cert, key}) : createSecureServer({cert, key});
  server.on('request', (request: FakeRequest, response: FakeResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const {method = '', url = '', headers, httpVersion: version} = request;
      const count = requests.push({method, url, headers, text, version}) - 1;
      script(Object.assign(request, {text}), response, count);
    });
  });
  server.on('session', (session: ServerHttp2Session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('secureConnection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    access: accessTo(`https://127.0.0.1:${port}`),
    requests,
    sessions,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const accessTo = (server: string, credential: Credential = {headers: []}): ClusterAccess => ({
  server,
  contextName: 'test',
  tls: {ca: authority.cert, insecure: false},
  credential: async () => credential,
});

/** Answers JSON. */
export function answer(
  response: FakeResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const plain = response as ServerResponse;
  plain.writeHead(status, {'content-type': 'application/json', ...headers});
  plain.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const status = (code: number, reason: string, message: string, details: JsonObject = {}): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code,
  reason,
  message,
  details,
});

/** A clock whose sleeps take no time but are written down; a test reads them in `slept`. */
export function quickClock(): Clock & {readonly slept: number[]} {
  const slept: number[] = [];
  let time = 0;
  return {
    slept,
    now: () => new Date('2026-01-01T00:00:00Z'),
    monotonic: () => time,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

export const collectEvents = (): {readonly events: Event[]; readonly onEvent: (event: Event) => void} => {
  const events: Event[] = [];
  return {events, onEvent: (event) => events.push(event)};
};
