import type {AcquireRequest} from './acquire-request.ts';
import {fence, refuseForeign} from './fence.ts';
import {type HeldLock, holdLock} from './held-lock.ts';
import {hmacKey} from './hmac-key.ts';
import {isDeadHolder} from './holder.ts';
import {LEASE, startLease} from './lease.ts';
import {settleLineage} from './settle-lineage.ts';
import {takeLock} from './take-lock.ts';

export type {HeldLock} from './held-lock.ts';

/**
 * Locks a release history and fences it: later writes of the head by earlier holders fail. Dispose the result.
 * @throws GantryError workspace/protected, release/locked, plan/stale, release/foreign-origin, release/damaged, release/newer-format, backend/io
 */
export async function acquireLock(request: AcquireRequest): Promise<HeldLock> {
  const {backend, clock, history, terms = LEASE, isDead = isDeadHolder} = request;
  refuseForeign(request, history.head);
  await backend.admit?.({of: 'releases', names: request.names});
  const key = await hmacKey(backend);
  const lineage = await settleLineage(request, key);
  for (;;) {
    const written = await takeLock({...request, lineage, terms, isDead});
    const lease = startLease({backend, clock, terms, lineage, written});
    try {
      const fenced = await fence({...request, lineage, lease, key});
      if (fenced !== 'lost')
        return holdLock({backend, names: request.names, key, lineage, lease, ...fenced, onEvent: request.onEvent});
      await lease.release();
    } catch (error) {
      await lease.release().catch(() => undefined); // The first error says more; an abandoned lease ends by itself.
      throw error;
    }
  }
}
