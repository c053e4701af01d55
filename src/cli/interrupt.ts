type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The part of `process` that signals arrive at. */
export type SignalSource = {
  readonly on: (signal: SignalName, listener: () => void) => unknown;
  readonly off: (signal: SignalName, listener: () => void) => unknown;
};

/** An abort signal for SIGINT and SIGTERM. Disposal removes the handlers. */
export type Interrupt = Disposable & {
  readonly signal: AbortSignal;
  /** Leaves signals to a program in the foreground, until the result is disposed. */
  readonly standAside: () => Disposable;
};

/** The handled signals. A closed terminal (SIGHUP) ends the run like a shutdown of the system. */
const SIGNALS = {
  SIGINT: {reason: 'SIGINT', code: 130},
  SIGTERM: {reason: 'SIGTERM', code: 143},
  SIGHUP: {reason: 'SIGTERM', code: 143},
} as const;

/** Calls a function one turn of the event loop later, when signals that arrived together with the first have been handled. */
export type Later = (then: () => void) => unknown;

type Surroundings = {
  readonly later: Later;
  /** Set for process 1 of a container. The default action of signals does not end it, so that it would be unstoppable. */
  readonly isProcess1: boolean;
};

/**
 * Handles SIGINT and SIGTERM. The first signal stops the run: no new step starts, written changes are recorded, the lock is freed.
 * The second signal ends the process at once. The reason of the abort is `'SIGINT'` or `'SIGTERM'`.
 *
 * The default action of the signals is restored before the abort: a listener is not called while the main thread is busy, but the kernel
 * also ends a busy process. `exit` is called only if two signals arrive together.
 */
export function listenForInterrupt(
  source: SignalSource,
  exit: (code: number) => void,
  {later, isProcess1}: Surroundings = {later: setImmediate, isProcess1: process.pid === 1},
): Interrupt {
  const controller = new AbortController();
  let aside = 0;
  let heard = false;
  const listeners = Object.entries(SIGNALS).map(([name, {reason, code}]) => {
    const listener = (): void => {
      if (aside > 0) return;
      if (heard) return exit(code);
      heard = true;
      later(() => {
        if (!isProcess1) stopListening();
        controller.abort(reason);
      });
    };
    return [name as SignalName, listener] as const;
  });
  const stopListening = (): void => {
    for (const [name, listener] of listeners) source.off(name, listener);
  };
  for (const [name, listener] of listeners) source.on(name, listener);
  return {
    signal: controller.signal,
    standAside: () => {
      aside++;
      return {[Symbol.dispose]: () => void aside--};
    },
    [Symbol.dispose]: stopListening,
  };
}
