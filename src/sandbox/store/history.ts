import type {Store, WatchEvent} from '../model/store.ts';

/** The recent writes and their listeners. */
export type History = {
  /** Delivers a write to all listeners. @throws the first error of a listener, after all of them were called */
  readonly tell: (event: WatchEvent) => void;
  readonly subscribe: Store['subscribe'];
  /** Removes all listeners. */
  readonly end: () => void;
};

/** Creates a history that keeps at least the last `length` writes. `revision` is that of the last write before it. */
export function eventHistory(length: number, revision: number): History {
  const listeners = new Set<(event: WatchEvent) => void>();
  const untold: WatchEvent[] = [];
  let events: WatchEvent[] = [];
  let forgotten = revision;
  let telling = false;

  const remember = (event: WatchEvent): void => {
    events.push(event);
    if (events.length <= 2 * length) return;
    forgotten = events[events.length - length - 1]?.revision ?? forgotten;
    events = events.slice(-length);
  };
  /** An error of a listener must not affect the other listeners and the next writes. */
  const tellAll = (): readonly unknown[] => {
    const faults: unknown[] = [];
    for (let event = untold.shift(); event !== undefined; event = untold.shift()) {
      remember(event);
      // A listener that subscribes during the delivery has received this write from the history already.
      const hearing = [...listeners];
      for (const listener of hearing) {
        try {
          if (listeners.has(listener)) listener(event);
        } catch (error) {
          faults.push(error);
        }
      }
    }
    return faults;
  };
  return {
    tell: (event) => {
      untold.push(event);
      // If a listener writes, the others receive that write after the current one.
      if (telling) return;
      telling = true;
      const [fault] = tellAll();
      telling = false;
      if (fault !== undefined) throw fault instanceof Error ? fault : new Error('a listener failed', {cause: fault});
    },
    subscribe: (listener, since) => {
      if (since !== undefined && since < forgotten) return undefined;
      // Delivered before any new write, so that a listener receives every write once and in order.
      if (since !== undefined) for (const event of events) if (event.revision > since) listener(event);
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
    end: () => listeners.clear(),
  };
}
