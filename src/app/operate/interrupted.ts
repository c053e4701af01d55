/** Waits until the user interrupts the run. */
export function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The timer keeps the process alive if nothing else does.
    const alive = setInterval(() => undefined, 60_000);
    const done = (): void => {
      clearInterval(alive);
      resolve();
    };
    signal.addEventListener('abort', done, {once: true});
    if (signal.aborted) done();
  });
}
