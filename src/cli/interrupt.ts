/** The part of `process` that signals arrive at. */
export type SignalSource = {
  readonly on: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown;
  readonly off: (signal: 'SIGINT' | 'SIGTERM', listener: () => void) => unknown;
};

export type Interrupt = Disposable & {readonly signal: AbortSignal};

const CODE = {SIGINT: 130, SIGTERM: 143} as const;

/**
 * The first SIGINT or SIGTERM asks the run to stop: no new step begins, what was written is recorded, the lock is freed.
 * The second ends the process at once. The reason of the abort is the signal's name.
 */
export function listenForInterrupt(source: SignalSource, exit: (code: number) => void): Interrupt {
  const controller = new AbortController();
  const listener = (name: keyof typeof CODE) => (): void => {
    if (controller.signal.aborted) exit(CODE[name]);
    else controller.abort(name);
  };
  const listeners = {SIGINT: listener('SIGINT'), SIGTERM: listener('SIGTERM')};
  source.on('SIGINT', listeners.SIGINT);
  source.on('SIGTERM', listeners.SIGTERM);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      source.off('SIGINT', listeners.SIGINT);
      source.off('SIGTERM', listeners.SIGTERM);
    },
  };
}
