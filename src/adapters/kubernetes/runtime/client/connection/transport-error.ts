/**
 * The phase of a request in which its connection failed:
 * - `connect`: no connection was made, and nothing was sent.
 * - `unsent`: the request was not sent, or the server reported that it did not process it (GOAWAY, REFUSED_STREAM).
 * - `unanswered`: the request was sent, but no answer arrived. The server may have executed it.
 * - `cut`: the answer began, but was cut off.
 * - `too-large`: the answer has more bytes than permitted; the rest was not read.
 * - `timeout`: the request was sent, but no complete answer arrived in time.
 */
export type TransportPhase = 'connect' | 'unsent' | 'unanswered' | 'cut' | 'too-large' | 'timeout';

/** A failed connection. It never leaves the client, which retries or converts it to a failure. */
export class TransportError extends Error {
  readonly phase: TransportPhase;
  /** The code of the operating system or of TLS, for example `ECONNREFUSED`. */
  readonly code: string;

  constructor(phase: TransportPhase, cause: unknown, message?: string) {
    super(message ?? messageOf(cause), {cause});
    this.name = 'TransportError';
    this.phase = phase;
    this.code = codeOf(cause);
  }
}

/** Returns the innermost code: node wraps a broken connection in errors of streams and sessions. */
export function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const code = (cause as {code?: unknown}).code;
  if (cause.cause instanceof Error) return codeOf(cause.cause);
  if (cause instanceof AggregateError && typeof code !== 'string') return codeOf(cause.errors[0]);
  return typeof code === 'string' ? code : '';
}

function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') {
    return cause.errors.map((error: unknown) => messageOf(error)).join('; ');
  }
  return cause instanceof Error ? cause.message : String(cause);
}
