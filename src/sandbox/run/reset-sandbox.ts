import {existsSync, rmSync, statSync} from 'node:fs';
import {basename} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {inDirectory} from '../store/damaged-store.ts';
import {takeLock} from '../store/locks.ts';
import {logPath} from '../store/open-log.ts';
import {ownerLock, usersLock} from '../store/open-store.ts';
import {positionPath} from '../store/synced-position.ts';
import {readAddress, removeAddress} from './run.ts';

/**
 * Removes all data in a directory, even if it is damaged. Returns whether the directory contained data.
 * Keeps the lock files: if one were removed and created again, two processes could hold the lock.
 * @throws GantryError 'sandbox/in-use' while a process serves it
 */
export function resetSandbox(directory: string): boolean {
  dropDamagedLocks(directory);
  const was = [logPath(directory), positionPath(directory)].some((path) => existsSync(path));
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
      // The log is removed last. Without the log, the rest would be reported as damaged; without the mark, the log can
      // still be read.
      for (const path of [positionPath(directory), logPath(directory)]) rmSync(path, {force: true});
      removeAddress(directory);
      return was;
    } finally {
      lock[Symbol.dispose]();
    }
  });
}

/** Removes damaged locks: SQLite cannot open a lock file that was written to, so no process could take it. */
function dropDamagedLocks(directory: string): void {
  for (const path of [ownerLock(directory), usersLock(directory)])
    if ((statSync(path, {throwIfNoEntry: false})?.size ?? 0) > 0) rmSync(path);
}
