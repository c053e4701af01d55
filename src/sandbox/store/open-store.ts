import {join} from 'node:path';
import type {Store} from '../model/store.ts';
import {inDirectory} from './damaged-store.ts';
import {takeLock} from './locks.ts';
import {memoryStore} from './memory-store.ts';
import {openLog} from './open-log.ts';
import {makePrivate} from './private-file.ts';

/** Who has it may write there. */
export const ownerLock = (directory: string): string => join(directory, 'owner.lock');

/** Who uses it has a share of it, served by whom ever. */
export const usersLock = (directory: string): string => join(directory, 'users.lock');

/**
 * Opens what a directory keeps, or begins one there. Undefined while somebody else has it open: another process, or
 * this one.
 *
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
