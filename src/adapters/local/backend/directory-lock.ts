import {mkdir, rename} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {errnoOf, isMissing, makeDirectory, removeIfThere} from './files.ts';
import {isLeftover, ownedName} from './owned-name.ts';
import {namesIn, newStage} from './stage.ts';

/** The lock directory under the root. The dot keeps it out of the keys. */
const LOCK = '.lock';
const FREE = 'free';
/**
 * The time in milliseconds after which a lock is taken over if its holder is not provably dead (another host, a stopped process).
 * A holder needs only milliseconds.
 */
const STALE_MS = 10_000;

/** A directory that processes lock. A lock that one holder keeps for `staleMs` is taken over. */
export type LockedDirectory = {
  readonly directory: string;
  readonly staleMs?: number;
  /** Ends the wait for the lock. */
  readonly signal?: AbortSignal;
};

/**
 * Makes check-then-write atomic between processes. It survives kill -9 at any point and needs only rename(2), which is atomic on
 * ext4, tmpfs, APFS and others. `.lock/` contains one directory whose name is the state: `free`, or a name that is unique to its
 * holder. Taking, releasing and taking over are each one rename of that name. So exactly one of several processes succeeds, and
 * no process can take a lock that changed hands in between. A holder that was overtaken cannot do harm when it continues: it
 * writes only by renaming a file from or to its own `desk` directory inside the lock. The new holder removes that desk before it
 * reads anything, and such a rename then fails. flock(2) would be shorter, but Node does not support it. A lock file with O_EXCL
 * cannot be taken over from a dead process without a race. `act` gets the desk. It returns 'overtaken' if a rename found its desk
 * missing.
 */
export async function withDirectoryLock<T>(
  {directory: root, staleMs = STALE_MS, signal}: LockedDirectory,
  act: (workDirectory: string) => Promise<T>,
): Promise<T> {
  const lock = join(root, LOCK);
  const mine = join(lock, ownedName());
  await take({root, lock, mine, staleMs, signal});
  try {
    const workDirectory = join(mine, 'desk');
    await clearWorkDirectory(workDirectory);
    await removeStrangers(lock, mine);
    return await act(workDirectory);
  } finally {
    await giveBack(lock, mine);
  }
}

type Take = {
  readonly root: string;
  readonly lock: string;
  readonly mine: string;
  readonly staleMs: number;
  readonly signal: AbortSignal | undefined;
};

async function take({root, lock, mine, staleMs, signal}: Take): Promise<void> {
  let seen: {readonly name: string; readonly since: number} | undefined;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const [name] = await namesIn(lock);
    if (name === undefined) {
      await initialise(root, lock);
      continue;
    }
    if (seen?.name !== name) seen = {name, since: performance.now()};
    const open = name === FREE || isLeftover(name) || performance.now() - seen.since >= staleMs;
    if (open && (await renamed(join(lock, name), mine))) return;
    if (!open) await sleep(Math.min(50, 1 + attempt) * (0.5 + Math.random()));
  }
}

/** Creates the empty desk of a new holder. The files of an overtaken holder are removed with the old desk. */
async function clearWorkDirectory(workDirectory: string): Promise<void> {
  for (;;) {
    await removeIfThere(workDirectory);
    try {
      return await mkdir(workDirectory, {mode: 0o700});
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Removes other states. A copy of the directory that was made during use can contain two states. */
async function removeStrangers(lock: string, mine: string): Promise<void> {
  for (const name of await namesIn(lock)) {
    if (join(lock, name) !== mine) await removeIfThere(join(lock, name));
  }
}

async function giveBack(lock: string, mine: string): Promise<void> {
  await removeIfThere(join(mine, 'desk'));
  await renamed(mine, join(lock, FREE)); // False: another process took over the lock, so it cannot be released here.
}

/** Creates the first state atomically and once: a rename onto a non-empty directory fails. */
async function initialise(root: string, lock: string): Promise<void> {
  const fresh = newStage(root);
  await makeDirectory(join(fresh, FREE));
  try {
    await rename(fresh, lock);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '')) throw error;
    await removeIfThere(fresh);
  }
}

/** Renames a directory. Returns false if the source does not exist. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
