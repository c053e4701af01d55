import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from './backoff.ts';

/** The time limits for sending a request. The renewal of a lease must end long before the lease expires. */
export type Patience = {
  /** The time for one attempt in milliseconds. The sender adds time for the body. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** The time in milliseconds after which no attempt begins. */
  readonly budgetMs: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

/** The limits for a bucket: ten seconds for an attempt, six attempts, and no new one after twenty seconds. */
export const PATIENCE: Patience = {
  attemptMs: 10_000,
  attempts: 6,
  budgetMs: 20_000,
  firstDelayMs: 100,
  longestDelayMs: 5_000,
};

/** The meaning of an attempt's outcome in the protocol of a server. */
export type Verdict = {
  /** True if another attempt may succeed. */
  readonly again: boolean;
  /** True if the server did nothing or was not reached. */
  readonly refused: boolean;
  /** The header Retry-After in seconds, or undefined. */
  readonly retryAfter: string | undefined;
};

/** The last outcome. `doubtful`: this or an earlier attempt may have been carried out, though its answer did not say so. */
export type Attempted<T> = {readonly outcome: T; readonly doubtful: boolean};

type Attempting<T> = {
  readonly patience: Patience;
  readonly judge: (outcome: T) => Verdict;
  /** Ends the pause between two attempts with its reason. */
  readonly stop: AbortSignal | undefined;
};

/** Sends until another attempt would not change the outcome. Does not retry errors thrown by `send`. */
export async function sendRepeatedly<T>(
  send: () => Promise<T>,
  {patience, judge, stop}: Attempting<T>,
): Promise<Attempted<T>> {
  const {attempts, budgetMs, firstDelayMs: firstMs, longestDelayMs: longestMs} = patience;
  const started = performance.now();
  let doubtful = false;
  for (let count = 1; ; count++) {
    const outcome = await send();
    const {again, refused, retryAfter} = judge(outcome);
    doubtful ||= again && !refused;
    const askedMs = Number(retryAfter ?? 0) * 1000;
    const delay = backoff({attempt: count, firstMs, longestMs, askedMs}, Math.random());
    const late = performance.now() - started + delay > budgetMs;
    if (!again || count >= attempts || late) return {outcome, doubtful};
    await sleep(delay, undefined, stop && {signal: stop}).catch(() => stop?.throwIfAborted());
  }
}
