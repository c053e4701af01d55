import {setTimeout as sleep} from 'node:timers/promises';
import {backoff} from '../../../lib/backoff.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** The limits of the attempts. */
export type Patience = {
  /** The time in milliseconds for redirects, attempts and the pauses between them. */
  readonly budgetMs: number;
  readonly attempts: number;
  readonly firstDelayMs: number;
};

/** The limits for a kubeconfig address: four attempts within thirty seconds. */
export const PATIENCE: Patience = {budgetMs: 30_000, attempts: 4, firstDelayMs: 250};

const WORTH_ANOTHER: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

type Persisting = {readonly patience: Patience; readonly signal: AbortSignal | undefined};

/** Sends a request until another attempt would not change the response. The last response counts. */
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

/** Reports whether a failure may be temporary. An unknown name stays unknown, but a failed lookup may succeed later. */
const isPassing = ({kind, code}: HttpsFailure): boolean =>
  kind === 'refused' || kind === 'cut' || (kind === 'dns' && code === 'EAI_AGAIN');
