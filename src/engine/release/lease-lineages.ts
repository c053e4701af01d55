import type {OnEvent} from '../../core/event.ts';
import type {Holder} from '../../core/release/holder.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {isDeadHolder} from './holder.ts';
import {LEASE, type Lease, startLease} from './lease.ts';
import {repairLock} from './repair-lock.ts';
import {takeLock} from './take-lock.ts';

/** Lineages to lock whatever their documents contain, even if none of them can be read. */
export type LeaseLineages = {
  readonly backend: Backend;
  readonly lineages: readonly string[];
  readonly holder: Holder;
  readonly clock: Clock;
  /** The maximum wait for each lock. */
  readonly lockTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
};

/**
 * Runs the work while the lock of every lineage is held. Heads are not written, so a run that was overtaken is stopped only by the work,
 * which must replace each head. The work calls `ensureHeld` before its last step.
 * @throws GantryError release/locked if another run holds one of them until the timeout
 */
export async function whileLeased<T>(
  {lineages, ...request}: LeaseLineages,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const leases: Lease[] = [];
  try {
    for (const lineage of lineages) leases.push(await take({...request, lineage}));
    return await work(async () => {
      for (const lease of leases) {
        await lease.untilHeld(0, request.signal);
        lease.assertHeld();
      }
    });
  } finally {
    // An abandoned lease ends by itself.
    await Promise.allSettled(leases.map((lease) => lease.release()));
  }
}

type One = Omit<LeaseLineages, 'lineages'> & {readonly lineage: string};

async function take(request: One): Promise<Lease> {
  const {backend, clock, lineage} = request;
  await repairLock(backend, lineage);
  const written = await takeLock({...request, terms: LEASE, isDead: isDeadHolder});
  return startLease({backend, clock, terms: LEASE, lineage, written});
}
