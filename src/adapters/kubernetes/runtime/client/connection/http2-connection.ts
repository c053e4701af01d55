import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type {Socket} from 'node:net';
import {TransportError} from './transport-error.ts';
import type {Connection, WireAnswer, WireRequest} from './wire.ts';

/** The window size. HTTP/2's default of 64 kB would make a long LIST wait for a round trip every 64 kB. */
const WINDOW = 16 * 1024 * 1024;

/** Speaks HTTP/2 over a socket on which TLS has negotiated it. */
export function http2Connection(socket: Socket, authority: string): Connection {
  const session = connect(`https://${authority}`, {
    createConnection: () => socket,
    settings: {initialWindowSize: WINDOW, enablePush: false},
  });
  const state: SessionState = {session, lastStreamId: Number.POSITIVE_INFINITY, streams: 0};
  session.once('connect', () => session.setLocalWindowSize(WINDOW));
  session.on('goaway', (_code, lastStreamId: number) => {
    state.lastStreamId = lastStreamId;
  });
  // Each stream reports the error of its session; without a listener, node would throw it.
  session.on('error', (error: Error) => {
    state.error = error;
  });
  return {
    protocol: 'h2',
    usable: () => !session.closed && !session.destroyed && state.lastStreamId === Number.POSITIVE_INFINITY,
    send: (request) => send(state, authority, request),
    retire: () => session.close(),
    destroy: () => session.destroy(),
  };
}

type SessionState = {readonly session: ClientHttp2Session; lastStreamId: number; streams: number; error?: Error};

function send(state: SessionState, authority: string, request: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const stream = openStream(state.session, authority, request);
    if (stream instanceof TransportError) {
      reject(stream);
      return;
    }
    holdProcess(state, stream);
    let failure: Error | undefined;
    let isAnswered = false;
    stream.once('response', (headers) => {
      isAnswered = true;
      resolve(answer(stream, headers));
    });
    stream.on('error', (error) => {
      failure = error;
    });
    // When `close` is emitted, a GOAWAY that explains the failure has been received.
    stream.once('close', () => {
      // An error with its stack for each request would take a noticeable part of the time of many.
      if (!isAnswered) reject(new TransportError(phaseOf(state, stream), failure ?? state.error ?? closed(stream)));
    });
    if (request.body !== undefined) stream.end(request.body);
  });
}

/** Keeps the process alive only while streams are open, like HTTP/1.1's agent: a process that is done may end although its connection is kept. */
function holdProcess(state: SessionState, stream: ClientHttp2Stream): void {
  if (state.streams++ === 0) state.session.ref();
  stream.once('close', () => {
    if (--state.streams === 0) state.session.unref();
  });
}

function openStream(
  session: ClientHttp2Session,
  authority: string,
  {method, path, headers, body, signal}: WireRequest,
): ClientHttp2Stream | TransportError {
  try {
    return session.request(
      {...headers, ':method': method, ':path': path, ':authority': authority},
      {endStream: body === undefined, signal},
    );
  } catch (error) {
    return new TransportError('unsent', error);
  }
}

function answer(
  stream: ClientHttp2Stream,
  headers: IncomingHttpHeaders & {':status'?: number | undefined},
): WireAnswer {
  return {
    status: headers[':status'] ?? 0,
    headers: headers as Record<string, string | undefined>,
    warnings: headers['warning'] === undefined ? [] : [headers['warning']],
    body: stream,
  };
}

function phaseOf(state: SessionState, stream: ClientHttp2Stream): 'unsent' | 'unanswered' {
  const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
  return refused || stream.pending || (stream.id ?? 0) > state.lastStreamId ? 'unsent' : 'unanswered';
}

const closed = (stream: ClientHttp2Stream): Error =>
  new Error(`the server closed the stream without an answer (HTTP/2 code ${stream.rstCode ?? 0})`);
