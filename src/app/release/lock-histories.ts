import type {HistoryNames} from '../../core/release/history-names.ts';
import {acquireLock} from '../../engine/release/acquire.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

type Locking = {
  readonly backend: Backend;
  readonly histories: readonly HistoryNames[];
  /** The maximum wait for each lock. */
  readonly lockTimeoutSeconds: number;
  readonly deps: Deps;
};

/**
 * Runs the work while every release history is locked, because their place or name changes and no run may release. The work calls
 * `ensureHeld` before its last step.
 * @throws GantryError 'release/locked' if another run holds one of them until the timeout
 */
export async function whileLocked<T>(
  {histories: [first, ...rest], ...locking}: Locking,
  work: (ensureHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (first === undefined) return work(async () => {});
  await using lock = await lockHistories(first, locking);
  // Awaited here: the lock is given back when this function returns.
  return await whileLocked({...locking, histories: rest}, (othersHeld) =>
    work(async () => {
      await lock.ensureHeld(0, locking.deps.signal);
      await othersHeld();
    }),
  );
}

const lockHistories = async (names: HistoryNames, {backend, lockTimeoutSeconds, deps}: Omit<Locking, 'histories'>) =>
  acquireLock({
    backend,
    history: await openHistory({backend, ...names}),
    names,
    // The location of the files does not matter here.
    takeOver: true,
    holder: currentHolder({env: deps.env, command: deps.command}),
    clock: deps.clock,
    lockTimeoutMs: lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
