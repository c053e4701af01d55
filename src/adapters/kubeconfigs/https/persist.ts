import {setTimeout as sleep} from 'node:timers/promises';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** How long and how often. */
export type Patience = {
  /** For all of it: redirects, attempts and the pauses between them. */
  readonly budgetMs: number;
  readonly attempts: number;
  readonly firstDelayMs: number;
};

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
    const delay = delayBefore(count, isFailure ? undefined : outcome.headers['retry-after'], patience);
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

/** At least what the server asks for; else longer each time, and never the same for two who were refused together. */
function delayBefore(count: number, asked: string | undefined, {firstDelayMs}: Patience): number {
  const own = firstDelayMs * 2 ** (count - 1) * (0.5 + Math.random() / 2);
  const seconds = Number(asked ?? 0);
  return Math.max(own, Number.isFinite(seconds) ? seconds * 1000 : 0);
}
