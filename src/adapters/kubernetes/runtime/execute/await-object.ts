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
  /** Judges what was seen: a value ends the wait, a text says what is waited for. */
  readonly judge: (observed: Observed) => {readonly end: T} | {readonly waiting: string};
  readonly onWaiting: (message: string) => void;
  /** What it waits for; default: that it is ready. */
  readonly until?: 'ready' | 'gone';
  /** What is waited for before anything was seen. */
  readonly first: string;
  /** Looks elsewhere for what ends the wait. */
  readonly aside?: (elsewhere: Elsewhere<T>) => Aside | undefined;
};

/** Ends a wait from another source than the watch of its object. */
export type Elsewhere<T> = {readonly end: (value: T) => void; readonly failed: (error: unknown) => void};
/** `changed`: what is waited for was seen again. */
export type Aside = {readonly changed: () => void; readonly stop: () => void};

/** Waits until `judge` is content, the time is over, or the run is interrupted: the latter two as failures. */
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

/** The time is over: whose it was, and what was waited for. */
export const timeOver = ({id, timeoutMs, limit, until = 'ready'}: Over, detail: string): Failure => ({
  code: `object/not-${until}`,
  resource: id,
  detail,
  seconds: tenths(limit?.seconds ?? timeoutMs / 1000),
  limit: limit?.of,
});

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

/** Why the run ends: the lock was lost (its reason says so), or the user stopped it. */
export const interruption = ({reason}: AbortSignal): Failure =>
  reason instanceof GantryError
    ? reason.failure
    : {code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'};
