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
  /** PEM. */
  readonly identity: {readonly cert: string; readonly key: string};
  /** Who sends it may do everything. */
  readonly token: string;
  /** 0: chosen by the system. */
  readonly port?: number;
};

/** A listening server. `port` is the one in use, also where the system chose it; `close` ends watches and answers what is under way. */
export type Served = {readonly port: number; readonly close: () => Promise<void>};

/** More than this is refused, and the rest is not kept: twice what the API takes, so that it can say so itself. */
const BODY_LIMIT = 2 * 3_145_728;

/** A client that takes no answer for so long is left alone with it. */
const PARTING_MS = 250;

const KEEP_ALIVE_MS = 600_000;

/** Serves the API on the loopback interface, over HTTP/2 and HTTP/1.1. Nobody without the token gets past the door. */
export async function serve(api: Api, {identity, token, port = 0}: ServeOptions): Promise<Served> {
  const sockets = new Set<Socket>();
  const watches = new Set<Disposable>();
  const sessions = new Set<Http2Session>();
  const answering = new Set<Http2ServerResponse>();
  let closing = false;
  const server = createSecureServer({...identity, allowHTTP1: true}, (request, response) => {
    // A client that goes away in the middle is no fault of ours.
    request.on('error', () => {});
    response.on('error', () => {});
    if (closing) return;
    track(answering, response);
    // Whatever goes wrong with one request ends with it, and not with the process: that is somebody's run.
    answer(request, response, {api, token, watches}).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    track(sockets, socket);
  });
  server.on('session', (session: Http2Session) => track(sessions, session));
  server.on('sessionError', () => {});
  // A client that keeps its connection is not cut off just when it asks again.
  Object.assign(server, {keepAliveTimeout: KEEP_ALIVE_MS});
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const watch of watches) watch[Symbol.dispose]();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      closing = true;
      for (const session of sessions) session.close();
      // What was done is answered: whoever does not learn of it would do it again.
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

/** In HTTP/2 the name of the server is no header, and called otherwise. */
const headersOf = ({headers}: Http2ServerRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries({...headers, host: headers[':authority'] ?? headers.host}).flatMap(([name, value]) =>
      name.startsWith(':') ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  );

/** Each line for itself: Node joins what comes more than once. */
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
