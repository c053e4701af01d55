import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Json} from '../../../../core/json.ts';
import {writePrivate} from '../../../../lib/write-private.ts';

/** A cache of files that save requests and are never required: if one cannot be used, the server is asked. */
export type DiskCache = {
  readonly read: (name: string) => Promise<Json | undefined>;
  /** Writes a file. `replaces` is the prefix of other files that are no longer needed. */
  readonly write: (name: string, value: Json, replaces?: string) => Promise<void>;
};

/** A cache that stores nothing, for a server that has another address in the next run. */
export const NO_CACHE: DiskCache = {read: async () => undefined, write: async () => undefined};

/** Opens a cache in a directory that only its owner can read. A file is complete or absent. */
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
        await writePrivate(join(directory, name), JSON.stringify(value));
        if (replaces !== undefined) await removeOthers(directory, replaces, name);
      } catch {
        // A full or read-only disk makes the run slower, but does not fail it.
      }
    },
  };
}

async function removeOthers(directory: string, prefix: string, keep: string): Promise<void> {
  const stale = (await readdir(directory)).filter((name) => name.startsWith(prefix) && name !== keep);
  await Promise.all(stale.map((name) => rm(join(directory, name), {force: true})));
}
