import type {Event} from '../core/event.ts';

/**
 * A run of Gantry. `await` it for its result, or iterate over it for its events as they happen; the iteration ends with the run, and throws its
 * error. A run continues if its iteration ends early. To stop the run, abort its signal.
 */
export type Run<T> = Promise<T> & AsyncIterable<Event>;

/** Starts a run, and passes its events to the iterations over it. An iteration that begins later does not get earlier events. */
export function startRun<T>(work: (onEvent: (event: Event) => void) => Promise<T>): Run<T> {
  const listeners = new Set<Listener>();
  // Deferred, so that an iteration that begins at once misses nothing.
  const result = Promise.resolve()
    .then(() => work((event) => tell(listeners, event)))
    // The promise has no handler here. If nobody awaits a run that fails, the process ends, as with any promise.
    .finally(() => end(listeners));
  return Object.assign(result, {[Symbol.asyncIterator]: () => eventsOf(result, listeners)});
}

/** The events that an iteration has not yet taken, and the signal that there are more. */
type Listener = {readonly waiting: Event[]; hasEnded: boolean; wake: () => void};

function tell(listeners: ReadonlySet<Listener>, event: Event): void {
  for (const {waiting, wake} of listeners) {
    waiting.push(event);
    wake();
  }
}

function end(listeners: ReadonlySet<Listener>): void {
  for (const listener of listeners) {
    listener.hasEnded = true;
    listener.wake();
  }
}

function eventsOf(result: Promise<unknown>, listeners: Set<Listener>): AsyncGenerator<Event, void> {
  const listener: Listener = {waiting: [], hasEnded: false, wake: () => undefined};
  // A generator begins to run when its first event is requested, which may be too late.
  listeners.add(listener);
  // The run may have ended already.
  const end = (): void => {
    listener.hasEnded = true;
    listener.wake();
  };
  result.then(end, end);
  return (async function* () {
    try {
      for (;;) {
        const event = listener.waiting.shift();
        if (event !== undefined) yield event;
        else if (listener.hasEnded) break;
        else await new Promise<void>((resolve) => (listener.wake = resolve));
      }
      await result;
    } finally {
      listeners.delete(listener);
    }
  })();
}
