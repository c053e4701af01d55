import type {Backend} from '../../ports/backend.ts';

/**
 * Aborts requests to a backend on an interrupt as long as nothing was written, so that a server that does not answer does not block. After
 * the first write, requests are completed, so that the result is recorded and the lock released. `open` receives a signal for this.
 */
export async function untilWritten(
  interrupt: AbortSignal,
  open: (giveUp: AbortSignal) => Promise<Backend>,
): Promise<Backend> {
  const giveUp = new AbortController();
  const onInterrupt = (): void => giveUp.abort(interrupt.reason);
  if (interrupt.aborted) onInterrupt();
  else interrupt.addEventListener('abort', onInterrupt, {once: true});
  const writing = (): void => interrupt.removeEventListener('abort', onInterrupt);
  const backend = await open(giveUp.signal);
  return {
    ...backend,
    put: (...args) => (writing(), backend.put(...args)),
    delete: (...args) => (writing(), backend.delete(...args)),
  };
}
