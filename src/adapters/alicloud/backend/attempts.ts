import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from '../../../lib/backoff.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {codeOf} from './oss-xml.ts';

/** How long and how often. A renewal of a lease must be over, one way or the other, long before the lease is. */
export type Patience = {
  /** For one request; time is added for what it carries. */
  readonly attemptMs: number;
  readonly attempts: number;
  /** No attempt begins after this. */
  readonly budgetMs: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
};

/** With OSS: ten seconds for an attempt, six attempts, and no new one after twenty seconds. */
export const PATIENCE: Patience = {
  attemptMs: 10_000,
  attempts: 6,
  budgetMs: 20_000,
  firstDelayMs: 100,
  longestDelayMs: 5_000,
};

/** What came of a request in the end. `doubtful`: an earlier attempt may have been carried out, though its answer did not say so. */
export type Attempted =
  | {readonly answer: HttpsAnswer; readonly code: string; readonly doubtful: boolean}
  | {readonly failure: HttpsFailure; readonly doubtful: boolean};

/** Sends until there is an answer that another attempt would not change. */
export async function attempt(
  send: () => Promise<HttpsAnswer>,
  patience: Patience,
  stop: AbortSignal | undefined,
): Promise<Attempted> {
  const started = performance.now();
  let doubtful = false;
  for (let count = 1; ; count++) {
    const outcome: Outcome = await outcomeOf(send);
    const again = isWorthAnother(outcome);
    const delay = delayBefore(count, outcome, patience);
    const late = performance.now() - started + delay > patience.budgetMs;
    const sent: boolean = doubtful || (again && !isRefusal(outcome));
    if (!again || count >= patience.attempts || late) return {...outcome, doubtful: again ? sent : doubtful};
    doubtful = sent;
    await sleep(delay, undefined, stop && {signal: stop}).catch(() => stop?.throwIfAborted());
  }
}

type Outcome = {readonly answer: HttpsAnswer; readonly code: string} | {readonly failure: HttpsFailure};

async function outcomeOf(send: () => Promise<HttpsAnswer>): Promise<Outcome> {
  try {
    const answer = await send();
    return {answer, code: answer.status < 300 ? '' : codeOf(answer.body)};
  } catch (error) {
    if (error instanceof HttpsFailure) return {failure: error};
    throw error;
  }
}

const BUSY = new Set(['QpsLimitExceeded', 'TotalQpsLimitExceeded', 'DownloadTrafficRateLimitExceeded', 'Throttling']);

/** The server was there and did nothing, or nobody was there. */
const isRefusal = (outcome: Outcome): boolean =>
  'failure' in outcome
    ? outcome.failure.kind === 'refused' || outcome.failure.kind === 'dns'
    : BUSY.has(outcome.code) || outcome.answer.status === 429 || outcome.code === 'RequestTimeTooSkewed';

function isWorthAnother(outcome: Outcome): boolean {
  if ('failure' in outcome)
    return (
      ['timeout', 'cut', 'refused'].includes(outcome.failure.kind) ||
      (outcome.failure.kind === 'dns' && outcome.failure.code !== 'ENOTFOUND')
    );
  const {status} = outcome.answer;
  // The clock was wrong: the next attempt is signed with the server's.
  return (
    [408, 429, 500, 502, 503, 504].includes(status) ||
    BUSY.has(outcome.code) ||
    outcome.code === 'RequestTimeout' ||
    outcome.code === 'RequestTimeTooSkewed'
  );
}

function delayBefore(attempt: number, outcome: Outcome, {firstDelayMs, longestDelayMs}: Patience): number {
  const askedMs = 'answer' in outcome ? Number(outcome.answer.headers['retry-after'] ?? 0) * 1000 : 0;
  return backoff({attempt, firstMs: firstDelayMs, longestMs: longestDelayMs, askedMs}, Math.random());
}
