/** Waits for what others wait for too: an abort leaves it alone and only stops the waiting. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const {promise: aborted, reject} = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, {once: true});
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
