import {join} from 'node:path';
import type {Store} from '../model/store.ts';
import {inDirectory} from './damaged-store.ts';
import {takeLock} from './locks.ts';
import {memoryStore} from './memory-store.ts';
import {openLog} from './open-log.ts';
import {makePrivate} from './private-file.ts';

/** Returns the path of the lock whose holder may write to the directory. */
export const ownerLock = (directory: string): string => join(directory, 'owner.lock');

/** Returns the path of the lock that every user of the sandbox shares, whichever process serves it. */
export const usersLock = (directory: string): string => join(directory, 'users.lock');

/**
 * Opens the store of a directory, or creates one. Returns undefined while it is open in another process or in this one.
 * @throws GantryError 'sandbox/damaged', 'sandbox/newer' and 'sandbox/unusable'; then nothing was changed.
 */
export function openStore(directory: string): Store | undefined {
  return inDirectory(directory, () => {
    makePrivate(directory);
    const lock = takeLock(ownerLock(directory));
    if (lock === undefined) return undefined;
    try {
      const {objects, revision, persistence} = openLog(directory);
      const close = (): void => {
        try {
          inDirectory(directory, persistence.close);
        } finally {
          lock[Symbol.dispose]();
        }
      };
      return memoryStore({objects, revision, persistence: {...persistence, close}});
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  });
}
