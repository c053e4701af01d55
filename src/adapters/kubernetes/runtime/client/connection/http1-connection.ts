import {Agent, request as httpRequest, type IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import type {Duplex} from 'node:stream';
import {callbackify} from 'node:util';
import {TransportError} from './transport-error.ts';
import type {Connection, WireAnswer, WireRequest} from './wire.ts';

/** The most sockets: HTTP/1.1 carries one request per socket, so this equals the size of a busy pool. */
const MAX_SOCKETS = 64;

/** Speaks HTTP/1.1 over sockets made by `dial`; the first one is given. Loaded only if a server has no HTTP/2. */
export function http1Connection(first: Socket, authority: string, dial: () => Promise<Socket>): Connection {
  const agent = new Agent({keepAlive: true, maxSockets: MAX_SOCKETS});
  let ready: Socket | undefined = first;
  let open = true;
  // `dial` handles TLS and proxies; the agent only keeps the sockets.
  agent.createConnection = (_options, done) => {
    const known = ready;
    ready = undefined;
    if (known !== undefined && !known.destroyed) return known;
    callbackify(dial)((error: Error | null, socket: Duplex) => done?.(error, socket));
    return undefined;
  };
  const stop = (): void => {
    open = false;
    ready?.destroy();
    agent.destroy();
  };
  return {
    protocol: 'http/1.1',
    usable: () => open,
    send: (request) => send(agent, authority, request),
    retire: () => {
      open = false;
      // Running requests may end; their sockets are not kept.
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
    destroy: stop,
  };
}

function send(
  agent: Agent,
  authority: string,
  {method, path, headers, body, signal}: WireRequest,
): Promise<WireAnswer> {
  const length = body === undefined ? {} : {'content-length': String(Buffer.byteLength(body))};
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {agent, method, path, signal, headers: {...headers, ...length, host: authority}},
      (message) => resolve(answer(message)),
    );
    request.on('error', (error) =>
      reject(error instanceof TransportError ? error : new TransportError('unanswered', error)),
    );
    request.end(body);
  });
}

const answer = (message: IncomingMessage): WireAnswer => ({
  status: message.statusCode ?? 0,
  headers: message.headers as Record<string, string | undefined>,
  warnings: message.headersDistinct['warning'] ?? [],
  body: message,
});
