/** Waits for a shared promise. An abort ends only the waiting, not the promise. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const {promise: aborted, reject} = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, {once: true});
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
