import {type EventEmitter, once} from 'node:events';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2';
import type {AddressInfo, Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import type {HeaderLines} from '../access/impersonated.ts';
import type {Api} from './api.ts';
import {readLimited} from './read-limited.ts';
import {isAuthorized, replyTo, UNAUTHORIZED, type WholeReply} from './reply-to.ts';
import {stream} from './stream.ts';
import {warningHeaders} from './warning-headers.ts';

/** TLS identity, token and port of the HTTPS server. */
export type ServeOptions = {
  /** Certificate and key as PEM. */
  readonly identity: {readonly cert: string; readonly key: string};
  /** A client with this token may do everything. */
  readonly token: string;
  /** Default: 0, a free port that the system chooses. */
  readonly port?: number;
};

/** A listening server. `port` is the port in use. `close` ends watches and lets pending requests finish. */
export type Served = {readonly port: number; readonly close: () => Promise<void>};

/** The number of bytes of a body that are kept. It is twice the API's limit, so that the API can reject a large body in its own words. */
const BODY_LIMIT = 2 * 3_145_728;

/** The time that `close` gives clients to read their last response, in milliseconds. */
const PARTING_MS = 250;

const KEEP_ALIVE_MS = 600_000;

/** Serves the API on the loopback interface, over HTTP/2 and HTTP/1.1. Every request needs the token. */
export async function serve(api: Api, {identity, token, port = 0}: ServeOptions): Promise<Served> {
  const sockets = new Set<Socket>();
  const watches = new Set<Disposable>();
  const sessions = new Set<Http2Session>();
  const answering = new Set<Http2ServerResponse>();
  let closing = false;
  const server = createSecureServer({...identity, allowHTTP1: true}, (request, response) => {
    // A client that disconnects in the middle of a request is not an error of the server.
    request.on('error', () => {});
    response.on('error', () => {});
    if (closing) return;
    track(answering, response);
    // An error in one request destroys its response only. It must not end the process, which may be the user's run.
    answer(request, response, {api, token, watches}).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    track(sockets, socket);
  });
  server.on('session', (session: Http2Session) => track(sessions, session));
  server.on('sessionError', () => {});
  // A long timeout: otherwise the server could close an idle connection just as its client sends a request.
  Object.assign(server, {keepAliveTimeout: KEEP_ALIVE_MS});
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const watch of watches) watch[Symbol.dispose]();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      closing = true;
      for (const session of sessions) session.close();
      // Finished requests get their response. A client that does not receive it would repeat the request.
      const parted = Promise.all([...answering, ...sessions].map((one) => once(one, 'close')));
      await Promise.race([parted, sleep(PARTING_MS, undefined, {ref: false})]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function track<T extends EventEmitter>(all: Set<T>, one: T): void {
  all.add(one);
  one.once('close', () => all.delete(one));
}

const listen = (server: Http2SecureServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });

type Serving = {readonly api: Api; readonly token: string; readonly watches: Set<Disposable>};

async function answer(request: Http2ServerRequest, response: Http2ServerResponse, serving: Serving): Promise<void> {
  let isGone = false;
  response.once('close', () => {
    isGone = true;
  });
  if (!isAuthorized(request.headers.authorization, serving.token)) return send(response, UNAUTHORIZED);
  const body = await readLimited(request as AsyncIterable<Buffer>, BODY_LIMIT);
  if (body === undefined || isGone) return;
  const {method, url} = request;
  const reply = replyTo(serving.api, {method, url, headers: headersOf(request), lines: linesOf(request), body});
  if (reply.kind === 'stream') return stream(response, reply, serving.watches);
  send(response, reply, method === 'HEAD');
}

/** Returns the headers by name. HTTP/2 sends the host as the pseudo-header `:authority`. */
const headersOf = ({headers}: Http2ServerRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries({...headers, host: headers[':authority'] ?? headers.host}).flatMap(([name, value]) =>
      name.startsWith(':') ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  );

/** Returns each header line separately, because Node joins repeated headers. */
const linesOf = ({rawHeaders}: Http2ServerRequest): HeaderLines =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));

function send(response: Http2ServerResponse, {status, type, body, ...reply}: WholeReply, withoutBody = false): void {
  const warnings = warningHeaders(reply.warnings ?? []);
  if (warnings.length > 0) response.setHeader('warning', warnings);
  if (type !== '') response.setHeader('content-type', type);
  response.setHeader('content-length', String(body.length));
  response.setHeader('cache-control', 'no-cache, private');
  response.statusCode = status;
  if (withoutBody) response.end();
  else response.end(body);
}
