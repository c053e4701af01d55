import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {TimeLimit} from '../../../../ports/time-limit.ts';
import type {Observed, Place, WatchHub} from './watch-hub.ts';

/** A wait for a state of one object. */
export type Wait<T> = {
  readonly hub: WatchHub;
  readonly clock: Clock;
  readonly place: Place;
  readonly id: string;
  readonly timeoutMs: number;
  readonly limit?: TimeLimit;
  readonly signal: AbortSignal;
  /** Judges the observed object: a value ends the wait, a text says what is waited for. */
  readonly judge: (observed: Observed) => {readonly end: T} | {readonly waiting: string};
  readonly onWaiting: (message: string) => void;
  /** The state that is waited for; default: ready. */
  readonly until?: 'ready' | 'gone';
  /** The message before anything was observed. */
  readonly first: string;
  /** Watches another source that may end the wait. */
  readonly aside?: (elsewhere: Elsewhere<T>) => Aside | undefined;
};

/** Ends a wait from another source than the watch of its object. */
export type Elsewhere<T> = {readonly end: (value: T) => void; readonly failed: (error: unknown) => void};
/** A running watch of another source. `changed` is called when the object was observed again. */
export type Aside = {readonly changed: () => void; readonly stop: () => void};

/** Waits until `judge` returns a value. A timeout or an interrupt is a failure. */
export async function awaitObject<T>(wait: Wait<T>): Promise<{readonly end: T} | {readonly failure: Failure}> {
  const {hub, clock, place, signal, judge, onWaiting} = wait;
  const outcome = Promise.withResolvers<{readonly end: T} | {readonly failure: Failure}>();
  const over = new AbortController();
  let last = wait.first;
  onWaiting(last);
  const failed = (error: unknown): void => {
    if (error instanceof GantryError) outcome.resolve({failure: error.failure});
    else outcome.reject(error);
  };
  const aside = wait.aside?.({end: (end) => outcome.resolve({end}), failed});
  const stop = hub.observe(place, {
    onObserved: (observed) => {
      const verdict = judge(observed);
      if ('end' in verdict) outcome.resolve(verdict);
      else if (verdict.waiting !== last) {
        last = verdict.waiting;
        onWaiting(last);
      }
      aside?.changed();
    },
    onFailed: failed,
    isEnding: wait.until === 'gone',
  });
  const interrupted = () => outcome.resolve({failure: interruption(signal)});
  signal.addEventListener('abort', interrupted, {once: true});
  if (signal.aborted) interrupted();
  clock.sleep(timeLeft(wait), over.signal).then(
    () => outcome.resolve({failure: timeOver(wait, last)}),
    () => undefined,
  );
  try {
    return await outcome.promise;
  } finally {
    over.abort();
    stop();
    aside?.stop();
    signal.removeEventListener('abort', interrupted);
  }
}

const timeLeft = ({clock, timeoutMs, limit}: Pick<Wait<unknown>, 'clock' | 'timeoutMs' | 'limit'>): number =>
  limit === undefined ? timeoutMs : Math.max(0, limit.until - clock.monotonic());

type Over = Pick<Wait<unknown>, 'id' | 'timeoutMs' | 'limit' | 'until'>;

/** Returns the failure of a timeout: which limit applied, and what was waited for. */
export const timeOver = ({id, timeoutMs, limit, until = 'ready'}: Over, detail: string): Failure => ({
  code: `object/not-${until}`,
  resource: id,
  detail,
  seconds: tenths(limit?.seconds ?? timeoutMs / 1000),
  limit: limit?.of,
});

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

/** Returns why the run ends: the lock was lost (its reason says so), or the user stopped it. */
export const interruption = ({reason}: AbortSignal): Failure =>
  reason instanceof GantryError
    ? reason.failure
    : {code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'};
