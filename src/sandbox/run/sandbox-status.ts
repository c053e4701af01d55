import {existsSync, statSync} from 'node:fs';
import {inDirectory} from '../store/damaged-store.ts';
import {isTaken} from '../store/locks.ts';
import {logPath, readObjects} from '../store/open-log.ts';
import {ownerLock} from '../store/open-store.ts';
import {readAddress, serverOf} from './run.ts';

/** State of a sandbox's directory on disk; `bytes` is the size of its files. */
export type SandboxState = {
  /** The number of objects; absent if the sandbox does not exist. */
  readonly objects?: number;
  readonly bytes: number;
  /** The process that serves it; absent if none does. */
  readonly served?: {readonly server: string; readonly pid: number} | undefined;
};

/** Reads the state of a directory, without opening the store or creating any file. */
export function sandboxStatus(directory: string): SandboxState {
  return inDirectory(directory, () => {
    const contents = readObjects(directory);
    if (contents === undefined) return {bytes: 0};
    const address = isServed(directory) ? readAddress(directory) : undefined;
    return {
      objects: contents.kept.size,
      bytes: statSync(logPath(directory)).size,
      served: address === undefined ? undefined : {server: serverOf(address), pid: address.pid},
    };
  });
}

const isServed = (directory: string): boolean => existsSync(ownerLock(directory)) && isTaken(ownerLock(directory));
