import {PassThrough, Readable} from 'node:stream';
import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {TransportError} from '../../src/adapters/kubernetes/runtime/client/connection/transport-error.ts';
import type {WireAnswer, WireRequest} from '../../src/adapters/kubernetes/runtime/client/connection/wire.ts';
import type {Clock} from '../../src/ports/clock.ts';
import type {Api} from '../../src/sandbox/api/api.ts';
import {isAuthorized, replyTo, UNAUTHORIZED} from '../../src/sandbox/api/reply-to.ts';
import {warningHeaders} from '../../src/sandbox/api/warning-headers.ts';
import type {ApiReply} from '../../src/sandbox/model/reply.ts';

type Reply = ReturnType<typeof replyTo>;

/** Connects the client to a sandbox of this process: the same requests and answers, without TLS and HTTP/2. */
export function directTransport(api: Api, {token, clock}: {readonly token: string; readonly clock: Clock}): Transport {
  const closing = new AbortController();
  return {
    send: async (request) => {
      // As over a network, an answer comes later: controllers and other requests get their turn.
      await new Promise((resolve) => setImmediate(resolve));
      if (closing.signal.aborted) throw new TransportError('connect', undefined, 'the client was closed');
      request.signal.throwIfAborted();
      const answer = answerOf(replyOf(api, token, request), request.signal, closing.signal);
      return {...answer, headers: {...answer.headers, date: clock.now().toUTCString()}};
    },
    renew: () => {},
    close: () => closing.abort(),
  };
}

function replyOf(api: Api, token: string, {method, path: url, headers, body = ''}: WireRequest): Reply {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const joined = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [values].flat().join(',')]));
  if (!isAuthorized(joined['authorization'], token)) return UNAUTHORIZED;
  return replyTo(api, {method, url, headers: joined, lines, body: Buffer.from(body)});
}

function answerOf(reply: Reply, ...ends: readonly AbortSignal[]): WireAnswer {
  const warnings = warningHeaders(reply.warnings ?? []);
  const type = reply.type ?? 'application/json';
  const headers = type === '' ? {} : {'content-type': type};
  if (reply.kind === 'bytes') return {status: reply.status, headers, warnings, body: Readable.from([reply.body])};
  return {status: 200, headers, warnings, body: streamed(reply, AbortSignal.any([...ends]))};
}

function streamed({start}: Extract<ApiReply, {kind: 'stream'}>, cut: AbortSignal): Readable {
  const body = new PassThrough();
  let subscription: Disposable | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    subscription?.[Symbol.dispose]();
    body.end();
  };
  subscription = start((event) => {
    if (!isOver) body.write(typeof event === 'string' ? event : `${JSON.stringify(event)}\n`);
  }, end);
  if (isOver) subscription[Symbol.dispose]();
  const destroy = (): void => void body.destroy();
  cut.addEventListener('abort', destroy, {once: true});
  body.once('close', () => {
    cut.removeEventListener('abort', destroy);
    end();
  });
  return body;
}
