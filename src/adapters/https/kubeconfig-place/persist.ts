import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from '../../../lib/backoff.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** How long and how often. */
export type Patience = {
  /** For all of it: redirects, attempts and the pauses between them. */
  readonly budgetMs: number;
  readonly attempts: number;
  readonly firstDelayMs: number;
};

/** For a kubeconfig's address: four attempts within thirty seconds. */
export const PATIENCE: Patience = {budgetMs: 30_000, attempts: 4, firstDelayMs: 250};

const WORTH_ANOTHER: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

type Persisting = {readonly patience: Patience; readonly signal: AbortSignal | undefined};

/** Asks until there is an answer that another attempt would not change; the last one's word counts. */
export async function persist<T extends HttpsAnswer>(
  ask: (timeoutMs: () => number) => Promise<T>,
  {patience, signal}: Persisting,
): Promise<T> {
  const end = performance.now() + patience.budgetMs;
  const left = (): number => Math.max(1, Math.ceil(end - performance.now()));
  for (let count = 1; ; count++) {
    const outcome = await ask(left).catch(orFailure);
    const isFailure = outcome instanceof HttpsFailure;
    const again = isFailure ? isPassing(outcome) : WORTH_ANOTHER.has(outcome.status);
    const askedMs = isFailure ? 0 : Number(outcome.headers['retry-after'] ?? 0) * 1000;
    const delay = backoff({attempt: count, firstMs: patience.firstDelayMs, askedMs}, Math.random());
    if (!again || count >= patience.attempts || delay >= left()) {
      if (isFailure) throw outcome;
      return outcome;
    }
    await sleep(delay, undefined, signal && {signal});
  }
}

function orFailure(error: unknown): HttpsFailure {
  if (error instanceof HttpsFailure) return error;
  throw error;
}

/** A name that is not known stays unknown; one that could not be looked up may be found. */
const isPassing = ({kind, code}: HttpsFailure): boolean =>
  kind === 'refused' || kind === 'cut' || (kind === 'dns' && code === 'EAI_AGAIN');
