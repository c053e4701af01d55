/**
 * How far a request came before its connection failed:
 * - `connect`: no connection was made; nothing was sent.
 * - `unsent`: the server said that it did not look at it (GOAWAY, REFUSED_STREAM), or it never left.
 * - `unanswered`: it was sent and no answer came: it may have been executed.
 * - `cut`: an answer began and broke off.
 * - `too-large`: an answer began and has more bytes than any answer may have; the rest was not read.
 * - `timeout`: sent, and no whole answer came in time.
 */
export type TransportPhase = 'connect' | 'unsent' | 'unanswered' | 'cut' | 'too-large' | 'timeout';

/** A connection failed; never seen outside the client, which retries or turns it into a failure. */
export class TransportError extends Error {
  readonly phase: TransportPhase;
  /** The system's or TLS's own code, for example `ECONNREFUSED`. */
  readonly code: string;

  constructor(phase: TransportPhase, cause: unknown, message?: string) {
    super(message ?? messageOf(cause), {cause});
    this.name = 'TransportError';
    this.phase = phase;
    this.code = codeOf(cause);
  }
}

/** The innermost code: node wraps a broken connection in errors of streams and sessions. */
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
