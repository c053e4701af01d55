import type {Store, WatchEvent} from '../model/store.ts';

/** Recent writes and those who listen to them. */
export type History = {
  /** @throws the first fault of a listener, when all have heard of it */
  readonly tell: (event: WatchEvent) => void;
  readonly subscribe: Store['subscribe'];
  /** Nobody is told anything any more. */
  readonly end: () => void;
};

/** The last writes, at least `length` of them, and who hears of the next ones. `revision`: of the last write before it begins. */
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
  /** A listener that fails keeps nobody else from hearing of this write and of the next ones. */
  const tellAll = (): readonly unknown[] => {
    const faults: unknown[] = [];
    for (let event = untold.shift(); event !== undefined; event = untold.shift()) {
      remember(event);
      // Whoever begins to listen now has it from the history already.
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
      // A listener that writes: the others hear of that write after the one that it was told of.
      if (telling) return;
      telling = true;
      const [fault] = tellAll();
      telling = false;
      if (fault !== undefined) throw fault instanceof Error ? fault : new Error('a listener failed', {cause: fault});
    },
    subscribe: (listener, since) => {
      if (since !== undefined && since < forgotten) return undefined;
      // Delivered before anything new can happen: a listener sees every write once and in order.
      if (since !== undefined) for (const event of events) if (event.revision > since) listener(event);
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
    end: () => listeners.clear(),
  };
}
