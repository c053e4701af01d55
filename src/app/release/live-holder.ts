import type {Head} from '../../core/release/head.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import {isDeadHolder} from '../../engine/release/holder.ts';
import {readLock} from '../../engine/release/lock-record.ts';
import type {Backend} from '../../ports/backend.ts';

/** Returns the holder of the lock of a release history if a run may be in progress. */
export async function liveHolder(backend: Backend, lineage: string): Promise<HeldState | undefined> {
  const lock = (await readLock(backend, lineage))?.lock;
  return lock?.state === 'held' && !isDeadHolder(lock.holder) ? lock : undefined;
}

/** Returns the phase of a release now: `applying` holds only while its own run has the lock. */
export function phaseNow(release: Release, head: Head | undefined, holder: HeldState | undefined): Phase {
  if (!isPending(release.phase)) return release.phase;
  const atWork = holder !== undefined && head?.token === holder.token && head.epoch === release.epoch;
  return atWork ? release.phase : 'interrupted';
}
