import {GantryError} from '../../../core/failure/failure.ts';
import {type Patience, sendRepeatedly, type Verdict} from '../../../lib/attempts.ts';
import {isTls, isUnknownHost, replyOf, type SdkReply} from '../login/sdk-reply.ts';

/** The outcome of a request to S3 after all its attempts. */
export type Attempted<T> =
  | {readonly answer: T}
  /** A failed request. `doubtful`: this or an earlier attempt without a clear response may have taken effect. */
  | {readonly reply: SdkReply; readonly error: unknown; readonly doubtful: boolean};

/** The limits of the attempts. `bytes` is the size of the body, which adds time. */
export type Attempting = {
  readonly patience: Patience;
  readonly bytes?: number;
  /** Ends all attempts with its reason. */
  readonly stop?: AbortSignal | undefined;
};

/**
 * Sends a request until another attempt would not change the response. The SDK's own retries are off, because they hide that a
 * write was sent twice, and a repeated conditional write conflicts with its own first attempt. This function reports that to the
 * caller.
 */
export async function attempt<T>(
  send: (signal: AbortSignal) => Promise<T>,
  {patience, bytes = 0, stop}: Attempting,
): Promise<Attempted<T>> {
  const once = async (): Promise<Outcome<T>> => {
    try {
      // A slow connection of at least 50 kB/s is not a failure.
      const late = AbortSignal.timeout(Math.ceil(patience.attemptMs + bytes / 50));
      return {answer: await send(stop === undefined ? late : AbortSignal.any([late, stop]))};
    } catch (error) {
      stop?.throwIfAborted();
      if (error instanceof GantryError || isBug(error)) throw error;
      return {reply: replyOf(error), error};
    }
  };
  const {outcome, doubtful} = await sendRepeatedly(once, {patience, judge, stop});
  return 'answer' in outcome ? outcome : {...outcome, doubtful};
}

type Outcome<T> = {readonly answer: T} | {readonly reply: SdkReply; readonly error: unknown};

const judge = (outcome: Outcome<unknown>): Verdict =>
  'answer' in outcome
    ? {again: false, refused: false, retryAfter: undefined}
    : {
        again: isWorthAnother(outcome.reply),
        refused: isRefusal(outcome.reply),
        retryAfter: outcome.reply.headers['retry-after'],
      };

/** Reports whether an error is a bug, and neither a response of the bucket nor a network error. */
const isBug = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;

const BUSY = new Set(['SlowDown', 'Throttling', 'ThrottlingException', 'RequestLimitExceeded', 'TooManyRequests']);

/** Reports whether the server rejected the request, so that nothing was done. */
const isRefusal = ({status, code, clockCorrected}: SdkReply): boolean =>
  clockCorrected ||
  status === 409 ||
  status === 429 ||
  BUSY.has(code) ||
  code === 'ECONNREFUSED' ||
  code === 'EAI_AGAIN';

function isWorthAnother(reply: SdkReply): boolean {
  const {status, code, clockCorrected} = reply;
  if (clockCorrected) return true;
  if (status === undefined) return !isTls(reply) && !(isUnknownHost(reply) && code === 'ENOTFOUND');
  if (status === 409) return code === 'ConditionalRequestConflict' || code === 'OperationAborted';
  return [408, 429, 500, 502, 503, 504].includes(status) || BUSY.has(code) || code === 'RequestTimeout';
}
