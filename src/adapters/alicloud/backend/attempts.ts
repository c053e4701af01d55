import {type Patience, sendRepeatedly, type Verdict} from '../../../lib/attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import {codeOf} from './oss-xml.ts';

/** The final outcome of a request. `doubtful`: an earlier attempt without a clear response may have taken effect. */
export type Attempted =
  | {readonly answer: HttpsAnswer; readonly code: string; readonly doubtful: boolean}
  | {readonly failure: HttpsFailure; readonly doubtful: boolean};

/** Sends a request until another attempt would not change the response. */
export async function attempt(
  send: () => Promise<HttpsAnswer>,
  patience: Patience,
  stop: AbortSignal | undefined,
): Promise<Attempted> {
  const {outcome, doubtful} = await sendRepeatedly(() => outcomeOf(send), {patience, judge, stop});
  return {...outcome, doubtful};
}

const judge = (outcome: Outcome): Verdict => ({
  again: isWorthAnother(outcome),
  refused: isRefusal(outcome),
  retryAfter: 'answer' in outcome ? outcome.answer.headers['retry-after'] : undefined,
});

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

/** Reports whether the server rejected the request or was not reachable, so that nothing was done. */
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
  // The clock was wrong. The next attempt is signed with the time of the server.
  return (
    [408, 429, 500, 502, 503, 504].includes(status) ||
    BUSY.has(outcome.code) ||
    outcome.code === 'RequestTimeout' ||
    outcome.code === 'RequestTimeTooSkewed'
  );
}
