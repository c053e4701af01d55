import type {Failure} from '../core/failure/failure.ts';

type Damaged = Extract<Failure, {code: 'release/damaged'}>;

/** The repair of the registration of an external resource. */
export const REGISTER_AGAIN =
  'Register the resource again with "gantry shared add -f FILE --accept-identity", or remove it with "gantry shared remove ID".';

/** Returns how to recover from a stored document that cannot be read. */
export function damagedHint({key, isNeeded, before}: Damaged): string {
  if (key.startsWith('locks/'))
    return 'Make sure that no run of the stack is active. Then free the lock with "gantry release unlock --force".';
  if (key.startsWith('pins/')) return 'Bind the workspace to its cluster again with "gantry workspace trust NAME".';
  if (key.startsWith('shared/')) return REGISTER_AGAIN;
  if (key.startsWith('keys/'))
    return 'Restore the key from a copy of the backend. If there is no copy, delete the key, then run "gantry release rebuild" for each stack.';
  if (key.startsWith('unlocks/'))
    return 'This document only records who broke a lock. Restore it from a copy of the backend, or delete it.';
  if (!key.startsWith('index/') && !key.endsWith('/head.json') && isNeeded !== true)
    return 'No plan needs this release. "gantry release list" shows the others, which can be read.';
  const back =
    before === undefined
      ? ''
      : `. Then go back to the last undamaged release with "gantry release rollback --to ${before}"`;
  return `Rebuild the record from the cluster with "gantry release rebuild"${back}.`;
}
