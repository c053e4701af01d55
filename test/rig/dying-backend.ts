import {GantryError} from '../../src/core/failure/failure.ts';
import type {Backend} from '../../src/ports/backend.ts';

/** A backend whose writes from the nth on are lost, as with the process that makes them. */
export function dyingBackend(backend: Backend, nth: number): Backend & {readonly writes: () => number} {
  let count = 0;
  const alive = (): void => {
    count++;
    if (count > nth) throw new GantryError({code: 'cancelled', signal: 'SIGTERM'});
  };
  return {
    ...backend,
    put: async (...args) => (alive(), backend.put(...args)),
    delete: async (...args) => (alive(), backend.delete(...args)),
    writes: () => count,
  };
}
