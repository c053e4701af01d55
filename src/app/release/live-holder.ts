import type {Head} from '../../core/release/head.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import {isDeadHolder} from '../../engine/release/holder.ts';
import {readLock} from '../../engine/release/lock-record.ts';
import type {Backend} from '../../ports/backend.ts';

/** Who holds the lock of a series and may be at work, if anyone. */
export async function liveHolder(backend: Backend, lineage: string): Promise<HeldState | undefined> {
  const lock = (await readLock(backend, lineage))?.lock;
  return lock?.state === 'held' && !isDeadHolder(lock.holder) ? lock : undefined;
}

/** What a release is by now: one that says `applying` is so only while its own run holds the lock. */
export function phaseNow(release: Release, head: Head | undefined, holder: HeldState | undefined): Phase {
  if (!isPending(release.phase)) return release.phase;
  const atWork = holder !== undefined && head?.token === holder.token && head.epoch === release.epoch;
  return atWork ? release.phase : 'interrupted';
}
