type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The part of `process` that signals arrive at. */
export type SignalSource = {
  readonly on: (signal: SignalName, listener: () => void) => unknown;
  readonly off: (signal: SignalName, listener: () => void) => unknown;
};

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

/**
 * The first signal asks the run to stop: no new step begins, what was written is recorded, the lock is freed.
 * The second ends the process at once. The reason of the abort is `'SIGINT'` or `'SIGTERM'`.
 */
export function listenForInterrupt(source: SignalSource, exit: (code: number) => void): Interrupt {
  const controller = new AbortController();
  let aside = 0;
  const listeners = Object.entries(SIGNALS).map(([name, {reason, code}]) => {
    const listener = (): void => {
      if (aside > 0) return;
      if (controller.signal.aborted) exit(code);
      else controller.abort(reason);
    };
    return [name as SignalName, listener] as const;
  });
  for (const [name, listener] of listeners) source.on(name, listener);
  return {
    signal: controller.signal,
    standAside: () => {
      aside++;
      return {[Symbol.dispose]: () => void aside--};
    },
    [Symbol.dispose]: () => {
      for (const [name, listener] of listeners) source.off(name, listener);
    },
  };
}
