import type {Backend} from '../../ports/backend.ts';

/**
 * An interrupt ends what a backend is asked as long as nothing was written: a server that does not answer is not waited for. From
 * the first write on it is asked to the end, for what was done shall be recorded and the lock given back. `open` is told by a
 * signal.
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
