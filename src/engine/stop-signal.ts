import {GantryError} from '../core/failure/failure.ts';
import type {Clock} from '../ports/clock.ts';

/** The conditions that end a run: a signal, or its total time in milliseconds. */
export type StopRequest = {
  /** Aborts if the run was interrupted, lost its lock, or failed because of a bug. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly totalMs: number;
};

/** A signal that aborts when no more writes may begin. Disposal clears its timer. */
export type Stop = Disposable & {
  /** Aborts with a GantryError when no more writes may begin. */
  readonly signal: AbortSignal;
};

/** Opens the signal that stops the steps of a run: the run was ended from outside, or its time is over. */
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
