import type {Store, WatchEvent} from '../model/store.ts';

/** The recent writes and their listeners. */
export type History = {
  /** Delivers a write to all listeners. @throws the first error of a listener, after all of them were called */
  readonly deliver: (event: WatchEvent) => void;
  readonly subscribe: Store['subscribe'];
  /** Removes all listeners. */
  readonly end: () => void;
};

/** Creates a history that keeps at least the last `length` writes. `revision` is that of the last write before it. */
export function eventHistory(length: number, revision: number): History {
  const listeners = new Set<(event: WatchEvent) => void>();
  const undelivered: WatchEvent[] = [];
  let events: WatchEvent[] = [];
  let oldest = revision;
  let delivering = false;

  const remember = (event: WatchEvent): void => {
    events.push(event);
    if (events.length <= 2 * length) return;
    oldest = events[events.length - length - 1]?.revision ?? oldest;
    events = events.slice(-length);
  };
  /** An error of a listener must not affect the other listeners and the next writes. */
  const deliverAll = (): readonly unknown[] => {
    const faults: unknown[] = [];
    for (let event = undelivered.shift(); event !== undefined; event = undelivered.shift()) {
      remember(event);
      // A listener that subscribes during the delivery has received this write from the history already.
      const receivers = [...listeners];
      for (const listener of receivers) {
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
    deliver: (event) => {
      undelivered.push(event);
      // If a listener writes, the others receive that write after the current one.
      if (delivering) return;
      delivering = true;
      const [fault] = deliverAll();
      delivering = false;
      if (fault !== undefined) throw fault instanceof Error ? fault : new Error('a listener failed', {cause: fault});
    },
    subscribe: (listener, since) => {
      if (since !== undefined && since < oldest) return undefined;
      // Delivered before any new write, so that a listener receives every write once and in order.
      if (since !== undefined) for (const event of events) if (event.revision > since) listener(event);
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
    end: () => listeners.clear(),
  };
}
