import {existsSync, rmSync, statSync} from 'node:fs';
import {basename} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {inDirectory} from '../store/damaged-store.ts';
import {takeLock} from '../store/locks.ts';
import {logPath} from '../store/open-log.ts';
import {ownerLock, usersLock} from '../store/open-store.ts';
import {markPath} from '../store/synced-mark.ts';
import {readAddress, removeAddress} from './run.ts';

/**
 * Removes all that a directory keeps, damaged or not; answers whether there was anything. The locks stay: one that is removed
 * could be held by two.
 *
 * @throws GantryError 'sandbox/in-use' while somebody serves it.
 */
export function resetSandbox(directory: string): boolean {
  dropDamagedLocks(directory);
  const was = [logPath(directory), markPath(directory)].some((path) => existsSync(path));
  if (!was && !existsSync(ownerLock(directory))) return false;
  return inDirectory(directory, () => {
    const lock = takeLock(ownerLock(directory));
    if (lock === undefined)
      throw new GantryError({
        code: 'sandbox/in-use',
        name: basename(directory),
        pid: readAddress(directory)?.pid ?? 0,
      });
    try {
      // The log last: without it, what remains would be told as damaged; without the mark, as what it is.
      for (const path of [markPath(directory), logPath(directory)]) rmSync(path, {force: true});
      removeAddress(directory);
      return was;
    } finally {
      lock[Symbol.dispose]();
    }
  });
}

/** A lock that was written to can be taken by nobody. */
function dropDamagedLocks(directory: string): void {
  for (const path of [ownerLock(directory), usersLock(directory)])
    if ((statSync(path, {throwIfNoEntry: false})?.size ?? 0) > 0) rmSync(path);
}
