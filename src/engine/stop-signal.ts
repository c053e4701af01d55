import {GantryError} from '../core/failure/failure.ts';
import type {Clock} from '../ports/clock.ts';

/** What ends a run: a signal, or its total time in milliseconds. */
export type StopRequest = {
  /** The run was interrupted, its lock is another's, or a bug ends it. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly totalMs: number;
};

/** The signal that no more writes may begin; disposal clears its timer. */
export type Stop = Disposable & {
  /** Aborted, with a GantryError, when no more write may begin. */
  readonly signal: AbortSignal;
};

/** Tells the steps of a run that nothing more may begin: it was ended from outside, or its time is over. */
export function openStop({signal, clock, totalMs}: StopRequest): Stop {
  const stop = new AbortController();
  const over = new AbortController();
  const abort = (): void => stop.abort(stopReason(signal));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, {once: true});
  const seconds = Math.round(totalMs / 1000);
  clock.sleep(totalMs, over.signal).then(
    () => stop.abort(new GantryError({code: 'apply/timeout', seconds})),
    () => undefined,
  );
  return {
    signal: stop.signal,
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', abort);
      over.abort();
    },
  };
}

const stopReason = ({reason}: AbortSignal): GantryError =>
  reason instanceof GantryError
    ? reason
    : new GantryError({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
