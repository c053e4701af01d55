import {type Patience, sendRepeatedly, type Verdict} from './attempts.ts';
import {HttpsFailure} from './https-failure.ts';
import type {HttpsAnswer} from './https-request.ts';

/** The outcome of an HTTPS request after all its attempts. */
export type Attempted = {
  readonly reply: HttpsAnswer | HttpsFailure;
  /** True if this or an earlier attempt may have been carried out without a response that says so. */
  readonly doubtful: boolean;
};

type Attempting = {readonly patience: Patience; readonly stop: AbortSignal | undefined};

/** Sends until another attempt would not change the response. */
export async function attemptHttps(send: () => Promise<HttpsAnswer>, {patience, stop}: Attempting): Promise<Attempted> {
  const {outcome: reply, doubtful} = await sendRepeatedly(() => replyOf(send), {patience, judge, stop});
  return {reply, doubtful};
}

const judge = (reply: HttpsAnswer | HttpsFailure): Verdict => ({
  again: isWorthAnother(reply),
  refused: isRefusal(reply),
  retryAfter: reply instanceof HttpsFailure ? undefined : reply.headers['retry-after'],
});

async function replyOf(send: () => Promise<HttpsAnswer>): Promise<HttpsAnswer | HttpsFailure> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof HttpsFailure) return error;
    throw error;
  }
}

const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

function isWorthAnother(reply: HttpsAnswer | HttpsFailure): boolean {
  if (!(reply instanceof HttpsFailure)) return AGAIN.has(reply.status);
  return ['timeout', 'cut', 'refused'].includes(reply.kind) || reply.code === 'EAI_AGAIN';
}

/** Reports whether the server did nothing: it was too busy, or no connection was made. */
const isRefusal = (reply: HttpsAnswer | HttpsFailure): boolean =>
  reply instanceof HttpsFailure ? reply.kind === 'refused' || reply.kind === 'dns' : reply.status === 429;
