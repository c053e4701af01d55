import {GantryError} from '../../core/failure/failure.ts';
import type {Holder} from '../../core/release/holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock} from '../../core/release/lock.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {LEASE, type Lease, startLease} from './lease.ts';
import {readLock} from './lock-record.ts';
import {momentOf} from './renewals.ts';
import {settledPut} from './settled-put.ts';

/** The lock of a run, which another process of the run took. */
export type JoinRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  readonly token: string;
  /** The process that joins. The lock is free only after this process has ended, too. */
  readonly watcher: NonNullable<Holder['watcher']>;
};

/**
 * Joins the lease of another process of the same run: both renew the lock from then on, and each accepts what the other one has written.
 * @throws GantryError release/lease-lost if another run holds the lock by now
 */
export async function joinLease({backend, clock, lineage, token, watcher}: JoinRequest): Promise<Lease> {
  for (;;) {
    const sent = momentOf(clock);
    const stored = await readLock(backend, lineage);
    if (stored?.lock.state !== 'held' || stored.lock.token !== token)
      throw new GantryError({code: 'release/lease-lost', detail: 'the lock was taken before Terraform was started'});
    const {lock, version} = stored;
    const held = {
      ...lock,
      renewal: lock.renewal + 1,
      renewedAt: clock.now().toISOString(),
      holder: {...lock.holder, watcher},
    };
    const outcome = await settledPut(backend, lockKey(lineage), encodeLock(held), version);
    // The first process of the run renews it, too.
    if (outcome === 'conflict') continue;
    return startLease({backend, clock, terms: LEASE, lineage, written: {held, version: outcome.version, sent}});
  }
}
