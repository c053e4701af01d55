import type {SeriesNames} from '../../core/release/series-names.ts';
import {unlock} from '../../engine/release/unlock.ts';
import type {Deps} from '../deps.ts';
import {lockedText} from './list-releases.ts';
import {lineageOf} from './series-request.ts';

export type UnlockRelease = SeriesNames & {readonly force: boolean};

export type UnlockOutcome =
  | (SeriesNames & {readonly formatVersion: 1; readonly kind: 'not-locked'})
  | (SeriesNames & {
      readonly formatVersion: 1;
      readonly kind: 'unlocked';
      readonly because: 'dead' | 'expired' | 'forced';
      readonly holder: string;
      readonly since: string;
      readonly command: string;
    });

/**
 * Frees the lock that a dead run left. (The next apply would take it over by itself; this is for people who want to know.)
 * @throws GantryError release/locked, naming the holder, when it is alive and `force` is not set; release/not-found.
 */
export async function unlockRelease(
  {force, project, stack, workspace}: UnlockRelease,
  deps: Pick<Deps, 'backend' | 'clock' | 'signal' | 'onEvent'>,
): Promise<UnlockOutcome> {
  const backend = await deps.backend();
  const names = {project, stack, workspace};
  const lineage = await lineageOf(backend, names);
  const {clock, signal, onEvent} = deps;
  const unlocked = await unlock({backend, clock, lineage, force, signal, onEvent});
  if (unlocked === undefined) return {formatVersion: 1, ...names, kind: 'not-locked'};
  return {formatVersion: 1, ...names, kind: 'unlocked', because: unlocked.because, ...lockedText(unlocked.lock)};
}
