import {randomUUID} from 'node:crypto';
import {link, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {isProvablyDead, ownProcess, type ProcessIdentity} from '../../lib/process-identity.ts';

/** The age in milliseconds after which a lock is taken over if its holder is not provably dead. A renewal takes a few seconds. */
const STALE_MS = 60_000;

/**
 * Runs a function in one process at a time, because a refresh token that is used twice invalidates the whole login. link(2)
 * creates the lock with the name of its holder in it, so that no process sees an empty lock.
 */
export async function withLoginLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const mine = `${lock}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify(ownProcess()), {mode: 0o600});
  try {
    while (!(await taken(mine, lock))) {
      if (!(await clearedOfDead(lock))) await sleep(20 + Math.random() * 30);
    }
  } finally {
    await rm(mine, {force: true});
  }
  try {
    return await act();
  } finally {
    await rm(lock, {force: true});
  }
}

async function taken(mine: string, lock: string): Promise<boolean> {
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead holder. Returns true if the lock is free, as far as this process can see. */
async function clearedOfDead(lock: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    const [held, {mtimeMs}] = await Promise.all([readFile(lock, 'utf8'), stat(lock)]);
    if (!isDead(held) && Date.now() - mtimeMs < STALE_MS) return false;
    // One of several processes moves the stale lock away. A process that moved a live lock puts it back.
    await rename(lock, aside);
    if ((await readFile(aside, 'utf8')) !== held) await link(aside, lock).catch(() => undefined);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  } finally {
    await rm(aside, {force: true});
  }
}

function isDead(held: string): boolean {
  try {
    return isProvablyDead(JSON.parse(held) as ProcessIdentity);
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
