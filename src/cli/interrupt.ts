type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The part of `process` that signals arrive at. */
export type SignalSource = {
  readonly on: (signal: SignalName, listener: () => void) => unknown;
  readonly off: (signal: SignalName, listener: () => void) => unknown;
};

/** Turns SIGINT and SIGTERM into an abort; disposal removes the handlers. */
export type Interrupt = Disposable & {
  readonly signal: AbortSignal;
  /** Until it is disposed of, signals are somebody else's: of a program that runs in the foreground. */
  readonly standAside: () => Disposable;
};

/** A terminal that is closed (SIGHUP) ends the run as a system does that shuts down. */
const SIGNALS = {
  SIGINT: {reason: 'SIGINT', code: 130},
  SIGTERM: {reason: 'SIGTERM', code: 143},
  SIGHUP: {reason: 'SIGTERM', code: 143},
} as const;

/** A turn of the event loop later: what had arrived with the first signal was heard by then. */
export type Later = (then: () => void) => unknown;

type Surroundings = {
  readonly later: Later;
  /** The kernel ends process 1 of a container by no signal that has its default action: it would be unstoppable. */
  readonly isProcess1: boolean;
};

/**
 * The first signal asks the run to stop: no new step begins, what was written is recorded, the lock is freed.
 * The second ends the process at once. The reason of the abort is `'SIGINT'` or `'SIGTERM'`.
 *
 * Before anyone learns of the first, the signals have their default action again: a listener is not called while the main thread is
 * busy, and the kernel ends a busy process, too. Only of two that arrive together `exit` is called.
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
