import {lstat, readdir, readFile, rm, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {sha256} from '../../../lib/sha256.ts';
import {writePrivate} from '../../../lib/write-private.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

type Copy = {readonly etag: string; readonly text: string};

/** The cached copy of one address for one login. A disk error does not fail a run. */
export type KubeconfigCache = {
  readonly read: () => Promise<Copy | undefined>;
  /** Stores a copy. Without an ETag it could not be revalidated, so it is not stored. */
  readonly write: (etag: string | undefined, text: string) => Promise<void>;
  /** Extends the copy by a month after use. */
  readonly keep: () => Promise<void>;
  readonly forget: () => Promise<void>;
};

/**
 * Opens a cached copy. It is a credential, so its file has mode 0600 and its directory 0700. A copy that was not used for a month
 * is deleted.
 */
export function openCache(directory: string, key: string): KubeconfigCache {
  const file = join(directory, `${sha256(key)}.json`);
  const forget = (): Promise<void> => rm(file, {force: true}).catch(() => {});
  return {
    read: () => readCopy(file).catch(() => undefined),
    forget,
    keep: async () => {
      const now = new Date();
      await utimes(file, now, now).catch(() => {});
    },
    write: async (etag, text) => {
      if (etag === undefined || etag === '') return forget();
      const copy: Copy = {etag, text};
      await writePrivate(file, JSON.stringify(copy)).catch(() => forget());
      await sweep(directory).catch(() => {});
    },
  };
}

async function readCopy(file: string): Promise<Copy | undefined> {
  const {mode, uid} = await lstat(file);
  // A file of another user, or one that others can write, is not trusted. Systems without such modes are not checked.
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o170077) !== 0o100000)) return undefined;
  const {etag, text} = JSON.parse(await readFile(file, 'utf8')) as Partial<Copy>;
  return typeof etag === 'string' && typeof text === 'string' ? {etag, text} : undefined;
}

async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    const {mtimeMs} = await lstat(file);
    if (Date.now() - mtimeMs > MONTH_MS) await rm(file, {force: true});
  }
}
