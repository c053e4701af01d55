import {mkdir, rename} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {errnoOf, isMissing, makeDirectory, removeIfThere} from './files.ts';
import {isOrphan, ownedName} from './owned-name.ts';
import {namesIn, newStage} from './stage.ts';

/** Below the root; the dot keeps it out of the keys. */
const LOCK = '.lock';
const FREE = 'free';
/** A holder needs milliseconds. One that we cannot prove dead (another host, a stopped process) is overtaken after this. */
const STALE_MS = 10_000;

/** A directory that processes lock; a lock that one holder keeps for `staleMs` is taken over. */
export type LockedDirectory = {readonly directory: string; readonly staleMs?: number};

/**
 * Makes check-then-write one step between processes, in a way that survives kill -9 at any point and needs nothing but
 * rename(2), which ext4, tmpfs, APFS and the others do atomically. `.lock/` holds one directory, whose name is the state:
 * `free`, or a name that only its holder ever had. Take, give back and take over are each one rename of that
 * name, so of many who try exactly one succeeds, and nobody can steal a lock that changed hands in between.
 *
 * A holder that was overtaken cannot do harm when it wakes: it writes only by renaming a file from, or to, its own `desk`
 * directory inside the lock. The taker removes that desk before it reads anything; then such a rename fails.
 * flock(2) would be shorter, but Node has none; a lock file with O_EXCL cannot be taken from the dead without a race.
 *
 * `act` gets the desk. It answers 'overtaken' when a rename found its desk gone.
 */
export async function withDirectoryLock<T>(
  {directory: root, staleMs = STALE_MS}: LockedDirectory,
  act: (desk: string) => Promise<T>,
): Promise<T> {
  const lock = join(root, LOCK);
  const mine = join(lock, ownedName());
  await take({root, lock, mine, staleMs});
  try {
    const desk = join(mine, 'desk');
    await clearDesk(desk);
    await removeStrangers(lock, mine);
    return await act(desk);
  } finally {
    await giveBack(lock, mine);
  }
}

type Take = {readonly root: string; readonly lock: string; readonly mine: string; readonly staleMs: number};

async function take({root, lock, mine, staleMs}: Take): Promise<void> {
  let seen: {readonly name: string; readonly since: number} | undefined;
  for (let attempt = 0; ; attempt++) {
    const [name] = await namesIn(lock);
    if (name === undefined) {
      await initialise(root, lock);
      continue;
    }
    if (seen?.name !== name) seen = {name, since: performance.now()};
    const open = name === FREE || isOrphan(name) || performance.now() - seen.since >= staleMs;
    if (open && (await renamed(join(lock, name), mine))) return;
    if (!open) await sleep(Math.min(50, 1 + attempt) * (0.5 + Math.random()));
  }
}

/** The empty desk of a new holder. What an overtaken holder left on it, or still puts there, is gone with the old one. */
async function clearDesk(desk: string): Promise<void> {
  for (;;) {
    await removeIfThere(desk);
    try {
      return await mkdir(desk, {mode: 0o700});
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** A copy of the directory made while it was in use can hold two states: whoever holds one removes the others. */
async function removeStrangers(lock: string, mine: string): Promise<void> {
  for (const name of await namesIn(lock)) {
    if (join(lock, name) !== mine) await removeIfThere(join(lock, name));
  }
}

async function giveBack(lock: string, mine: string): Promise<void> {
  await removeIfThere(join(mine, 'desk'));
  await renamed(mine, join(lock, FREE)); // False: we were overtaken, and it is no longer ours to give.
}

/** The first state appears whole, once: a rename onto a directory that is not empty fails. */
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

/** False when the source is gone. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
