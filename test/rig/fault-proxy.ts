import {createServer, Agent as HttpAgent, type IncomingMessage, request as requestHttp} from 'node:http';
import {createSecureServer, type Http2ServerRequest} from 'node:http2';
import {Agent as HttpsAgent, request as requestHttps} from 'node:https';
import type {AddressInfo, Socket} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';
import {type Fault, type Faults, SLOW_MS} from './reliability/faults.ts';

export type FaultProxyOptions = {
  /** The server that stands behind: `https://127.0.0.1:6443`. */
  readonly to: string;
  /** How the proxy signs in there, and whom it trusts. */
  readonly tls?: {readonly ca: string; readonly cert?: string; readonly key?: string};
  /** What clients speak: HTTP/1.1 without TLS, or HTTP/2 with it. */
  readonly speaks: 'http' | 'h2';
  readonly faults: Faults;
  /** The body of an answer that the server never gave. */
  readonly errorBody: (status: number) => {readonly type: string; readonly text: string};
  /** The server's clock, as its answers tell it, is wrong by this. */
  readonly skewMs?: number;
};

export type FaultProxy = {
  readonly url: string;
  /** Whom clients must trust; without TLS nobody. */
  readonly ca?: string;
  readonly close: () => Promise<void>;
};

type Incoming = IncomingMessage | Http2ServerRequest;
/** What both versions of HTTP let a server say. */
type Outgoing = {
  readonly writeHead: (status: number, headers: Answer['headers']) => unknown;
  readonly write: (bytes: Buffer) => unknown;
  readonly end: (bytes: Buffer) => unknown;
};
type Answer = {readonly status: number; readonly headers: Record<string, string | string[]>; readonly body: Buffer};

/** Stands between a client and a real server, understands each request, and lets it fail as the faults say. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const {speaks, to} = options;
  const sockets = new Set<Socket>();
  const secure = new URL(to).protocol === 'https:';
  const agent = secure ? new HttpsAgent({keepAlive: true, ...options.tls}) : new HttpAgent({keepAlive: true});
  const handle = (request: Incoming, response: Outgoing): void => {
    // A client that is cut off, or a server that refuses a connection, is what is tested here.
    serve(options, agent, request, response).catch(() => cut(request));
  };
  const authority = createAuthority();
  const leaf = issueLeaf(authority, {name: 'fault-proxy', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  const server = speaks === 'http' ? createServer(handle) : createSecureServer({...leaf, allowHTTP1: true}, handle);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('sessionError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: `${speaks === 'http' ? 'http' : 'https'}://127.0.0.1:${port}`,
    ...(speaks === 'http' ? {} : {ca: authority.cert}),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(options: FaultProxyOptions, agent: HttpAgent, request: Incoming, response: Outgoing) {
  const fault = options.faults.next();
  const body = await buffer(request);
  if (fault === 'cut before') return cut(request);
  if (fault === 'error before') return answer(response, failed(options, 500));
  if (fault === 'slow before') await sleep(SLOW_MS);
  const real = await forward(options, agent, request, body);
  return afterwards(options, fault, request, response, skewed(real, options.skewMs ?? 0));
}

async function afterwards(
  options: FaultProxyOptions,
  fault: Fault | undefined,
  request: Incoming,
  response: Outgoing,
  real: Answer,
): Promise<void> {
  if (fault === 'cut after') return cut(request);
  if (fault === 'error after') return answer(response, failed(options, 504));
  if (fault === 'slow after') await sleep(SLOW_MS);
  if (fault !== 'half') return answer(response, real);
  response.writeHead(real.status, {...real.headers, 'content-length': String(real.body.length + 1)});
  response.write(real.body.subarray(0, real.body.length / 2));
  // What was written has left before the connection breaks.
  setImmediate(() => cut(request));
}

/** With HTTP/2 other requests are on the same connection: their answers are lost, too, whatever the server does with them. */
function cut(request: Incoming): void {
  const session = 'stream' in request ? request.stream.session : undefined;
  if (session === undefined) request.socket.destroy();
  else session.destroy();
}

function answer(response: Outgoing, {status, headers, body}: Answer): void {
  response.writeHead(status, {...headers, 'content-length': String(body.length)});
  response.end(body);
}

function failed({errorBody}: FaultProxyOptions, status: number): Answer {
  const {type, text} = errorBody(status);
  return {status, headers: {'content-type': type}, body: Buffer.from(text)};
}

const skewed = (real: Answer, skewMs: number): Answer => ({
  ...real,
  headers: {...real.headers, date: new Date(Date.now() + skewMs).toUTCString()},
});

/** Of one connection only, or HTTP/2's own; the rest goes through. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings', 'content-length']);

const passing = (headers: Incoming['headers']): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':') || HOP.has(name) ? [] : [[name, value]],
    ),
  );

function forward({to}: FaultProxyOptions, agent: HttpAgent, request: Incoming, body: Buffer): Promise<Answer> {
  const {protocol, hostname, port} = new URL(to);
  const host = request.headers.host ?? request.headers[':authority'];
  const headers = {...passing(request.headers), host: String(host), 'content-length': String(body.length)};
  return new Promise((resolve, reject) => {
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    const onward = send({hostname, port, agent, method: request.method, path: request.url, headers}, (reply) => {
      buffer(reply).then(
        (bytes) => resolve({status: reply.statusCode ?? 0, headers: passing(reply.headers), body: bytes}),
        reject,
      );
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
