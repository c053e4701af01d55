import {createHash, timingSafeEqual} from 'node:crypto';
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
import {type HeaderLines, impersonated} from '../access/impersonated.ts';
import {escaped} from '../access/refuse-unallowed.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {statusBody} from '../model/status.ts';
import {answerOrRefusal} from './answer-or-refusal.ts';
import type {Api} from './api.ts';
import {readLimited} from './read-limited.ts';
import {stream} from './stream.ts';
import {warningHeaders} from './warning-headers.ts';

export type ServeOptions = {
  /** PEM. */
  readonly identity: {readonly cert: string; readonly key: string};
  /** Who sends it may do everything. */
  readonly token: string;
  /** 0: chosen by the system. */
  readonly port?: number;
};

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

type Doors = {readonly api: Api; readonly token: string; readonly watches: Set<Disposable>};

async function answer(request: Http2ServerRequest, response: Http2ServerResponse, doors: Doors): Promise<void> {
  let isGone = false;
  response.once('close', () => {
    isGone = true;
  });
  if (!isIn(request.headers.authorization, doors.token)) return send(response, UNAUTHORIZED);
  const body = await readLimited(request as AsyncIterable<Buffer>, BODY_LIMIT);
  if (body === undefined || isGone) return;
  const {method, url} = request;
  const [path = '', ...search] = url.split('?');
  const query = new URLSearchParams(search.join('?'));
  const user = impersonated(linesOf(request));
  if ('without' in user) return send(response, withoutUser(url, user.without), method === 'HEAD');
  const asked: ApiRequest = {method, path, query, headers: headersOf(request), body, user};
  const reply = answerOrRefusal(() => written(doors.api.handle(asked)));
  if (reply.kind === 'stream') return stream(response, reply, doors.watches);
  send(response, reply, method === 'HEAD');
}

const UNAUTHORIZED: Whole = {
  kind: 'json',
  status: 401,
  body: statusBody({code: 401, reason: 'Unauthorized', message: 'Unauthorized'}),
};

const withoutUser = (url: string, why: string): Whole => ({
  kind: 'bytes',
  status: 500,
  type: 'text/plain; charset=utf-8',
  body: Buffer.from(`${escaped(`Internal Server Error: ${JSON.stringify(url)}: ${why}`)}\n`),
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by digest, in constant time. */
function isIn(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
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

type Whole = Exclude<ApiReply, {kind: 'stream'}>;

/** What cannot be written is a fault of the sandbox, which is an answer, too. */
const written = (reply: ApiReply): ApiReply =>
  reply.kind === 'json'
    ? {...reply, kind: 'bytes', type: 'application/json', body: Buffer.from(`${JSON.stringify(reply.body)}\n`)}
    : reply;

function send(response: Http2ServerResponse, reply: Whole, withoutBody = false): void {
  const isJson = reply.kind === 'json';
  const body = isJson ? Buffer.from(`${JSON.stringify(reply.body)}\n`) : reply.body;
  const warnings = warningHeaders(reply.warnings ?? []);
  if (warnings.length > 0) response.setHeader('warning', warnings);
  const type = isJson ? 'application/json' : reply.type;
  if (type !== '') response.setHeader('content-type', type);
  response.setHeader('content-length', String(body.length));
  response.setHeader('cache-control', 'no-cache, private');
  response.statusCode = reply.status;
  if (withoutBody) response.end();
  else response.end(body);
}
