import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from '../../../lib/backoff.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** How long and how often. A renewal of a lease must be over, one way or the other, long before the lease is. */
export type Patience = {
  /** For one request; time for what it carries is added. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** No attempt begins after this. */
  readonly budgetMs: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

export const PATIENCE: Patience = {
  attemptMs: 10_000,
  attempts: 6,
  budgetMs: 20_000,
  firstDelayMs: 100,
  longestDelayMs: 5_000,
};

export type Attempted = {
  readonly reply: HttpsAnswer | HttpsFailure;
  /** An earlier attempt, or this one, may have been carried out, though its answer did not say so. */
  readonly doubtful: boolean;
};

type Attempting = {readonly patience: Patience; readonly stop: AbortSignal | undefined};

/** Sends until there is an answer that another attempt would not change. */
export async function attempt(send: () => Promise<HttpsAnswer>, {patience, stop}: Attempting): Promise<Attempted> {
  const started = performance.now();
  let doubtful = false;
  for (let count = 1; ; count++) {
    const reply = await replyOf(send);
    const again = isWorthAnother(reply);
    doubtful ||= again && !isRefusal(reply);
    const delay = delayBefore(count, reply, patience);
    const late = performance.now() - started + delay > patience.budgetMs;
    if (!again || count >= patience.attempts || late) return {reply, doubtful};
    await sleep(delay, undefined, stop && {signal: stop}).catch(() => stop?.throwIfAborted());
  }
}

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

/** Nothing was done: the server was too busy, or no connection was made. */
const isRefusal = (reply: HttpsAnswer | HttpsFailure): boolean =>
  reply instanceof HttpsFailure ? reply.kind === 'refused' || reply.kind === 'dns' : reply.status === 429;

function delayBefore(
  attempt: number,
  reply: HttpsAnswer | HttpsFailure,
  {firstDelayMs, longestDelayMs}: Patience,
): number {
  const askedMs = reply instanceof HttpsFailure ? 0 : Number(reply.headers['retry-after'] ?? 0) * 1000;
  return backoff({attempt, firstMs: firstDelayMs, longestMs: longestDelayMs, askedMs}, Math.random());
}
