import type {HistoryNames} from '../../core/release/history-names.ts';
import type {BreakReason} from '../../core/release/lock-break.ts';
import type {LockFacts} from '../../core/release/lock-facts.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {repairLock} from '../../engine/release/repair-lock.ts';
import {type FoundLock, unlock} from '../../engine/release/unlock.ts';
import type {Deps} from '../deps.ts';
import {noRelease} from './existing-history.ts';

/** Request of `gantry release unlock`; `force` also breaks a lock whose holder is alive. */
export type UnlockRelease = HistoryNames & {
  readonly force: boolean;
  /** Asks for confirmation, when the holder of the lock is known. */
  readonly confirm?: ((found: FoundLock) => Promise<boolean>) | undefined;
};

type Where = HistoryNames & {readonly formatVersion: 1};

/** The answer of `gantry release unlock`. */
export type UnlockOutcome =
  | (Where & {readonly kind: 'not-locked'})
  | (Where & {readonly kind: 'declined'})
  /** The lock could not be read: its holder is unknown. */
  | (Where & {readonly kind: 'mended'})
  | (Where & LockFacts & {readonly kind: 'unlocked'; readonly because: BreakReason; readonly at: string});

/**
 * Frees the lock of a run that died. The next apply would take it over anyway; this command is for people who want to check.
 * @throws GantryError release/locked, with the holder, if it is alive and `force` is not set; release/not-found.
 */
export async function unlockRelease(
  {force, confirm, project, stack, workspace}: UnlockRelease,
  deps: Pick<Deps, 'backend' | 'clock' | 'signal' | 'onEvent' | 'env' | 'command'>,
): Promise<UnlockOutcome> {
  const backend = await deps.backend();
  const names = {project, stack, workspace};
  // The lineage is enough: a damaged or unverified head must not prevent freeing the lock.
  const lineage = await readLineage(backend, names);
  if (lineage === undefined) throw noRelease(names, backend);
  const {clock, signal, onEvent} = deps;
  const where = {formatVersion: 1, ...names} as const;
  const admit = async (): Promise<boolean> => {
    await backend.admit?.({of: 'releases', names});
    return true;
  };
  if (force && (await repairLock(backend, lineage, admit))) return {...where, kind: 'mended'};
  const by = currentHolder(deps);
  // A protected workspace is asked last, and only if there is a lock to free.
  const confirmed = async (found: FoundLock): Promise<boolean> => (await (confirm?.(found) ?? true)) && (await admit());
  const unlocked = await unlock({backend, clock, lineage, by, force, confirm: confirmed, signal, onEvent});
  if (unlocked.kind === 'free') return {...where, kind: 'not-locked'};
  if (unlocked.kind === 'declined') return {...where, kind: 'declined'};
  return {...where, kind: 'unlocked', ...unlocked.found, at: unlocked.broken.at};
}
