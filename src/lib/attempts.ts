import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from './backoff.ts';

/** How long and how often to send a request. A renewal of a lease ends, with or without success, long before the lease does. */
export type Patience = {
  /** For one attempt; the sender adds time for what it carries. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** No attempt begins after this. */
  readonly budgetMs: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

/** For a bucket: ten seconds for an attempt, six attempts, and no new one after twenty seconds. */
export const PATIENCE: Patience = {
  attemptMs: 10_000,
  attempts: 6,
  budgetMs: 20_000,
  firstDelayMs: 100,
  longestDelayMs: 5_000,
};

/** What the outcome of one attempt means in the protocol of a server. */
export type Verdict = {
  /** Another attempt may end better. */
  readonly again: boolean;
  /** The server did nothing, or nobody was there. */
  readonly refused: boolean;
  /** The header Retry-After in seconds, or undefined. */
  readonly retryAfter: string | undefined;
};

/** The last outcome. `doubtful`: this or an earlier attempt may have been carried out, though its answer did not say so. */
export type Attempted<T> = {readonly outcome: T; readonly doubtful: boolean};

type Attempting<T> = {
  readonly patience: Patience;
  readonly judge: (outcome: T) => Verdict;
  /** Ends the pause between two attempts, with its reason. */
  readonly stop: AbortSignal | undefined;
};

/** Sends until there is an outcome that another attempt would not change. Errors thrown by `send` are not repeated. */
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
