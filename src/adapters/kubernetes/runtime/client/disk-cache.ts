import {readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Json} from '../../../../core/json.ts';
import {makeDirectories} from '../../../../lib/make-directories.ts';

/** Files that save requests and are never needed: whatever goes wrong with one, the server is asked. */
export type DiskCache = {
  readonly read: (name: string) => Promise<Json | undefined>;
  /** `replaces`: other files with this prefix are of no use any more. */
  readonly write: (name: string, value: Json, replaces?: string) => Promise<void>;
};

/** Of a server that the next run reaches at another address. */
export const NO_CACHE: DiskCache = {read: async () => undefined, write: async () => undefined};

/** Only its owner reads the directory; a file is whole or not there. */
export function diskCache(directory: string): DiskCache {
  return {
    read: async (name) => {
      try {
        return JSON.parse(await readFile(join(directory, name), 'utf8')) as Json;
      } catch {
        return undefined;
      }
    },
    write: async (name, value, replaces) => {
      try {
        await makeDirectories(directory, {mode: 0o700});
        const draft = join(directory, `.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`);
        await writeFile(draft, JSON.stringify(value), {mode: 0o600});
        await rename(draft, join(directory, name));
        if (replaces !== undefined) await removeOthers(directory, replaces, name);
      } catch {
        // A full or read-only disk costs speed, not the run.
      }
    },
  };
}

async function removeOthers(directory: string, prefix: string, keep: string): Promise<void> {
  const stale = (await readdir(directory)).filter((name) => name.startsWith(prefix) && name !== keep);
  await Promise.all(stale.map((name) => rm(join(directory, name), {force: true})));
}
