import {createHash} from 'node:crypto';
import {readdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {makeDirectories} from './make-directories.ts';

/** A cache of outputs by their inputs. After any error the output is built again. */
export type OutputCache = {
  readonly read: (key: string) => Promise<string | undefined>;
  readonly write: (key: string, text: string) => Promise<void>;
};

const KEPT = 50;
const ENDING = '.yaml';
/** The length of the checksum before the text. It detects a truncated file. */
const HEAD_LENGTH = 65;

/** Opens a cache in a directory that only its owner can read. Files are written atomically, and files without recent use are deleted. */
export function outputCache(directory: string): OutputCache {
  const fileOf = (key: string): string => join(directory, `${sum(key)}${ENDING}`);
  return {
    read: async (key) => {
      try {
        const kept = await readFile(fileOf(key), 'utf8');
        const text = kept.slice(HEAD_LENGTH);
        if (kept.slice(0, HEAD_LENGTH - 1) !== sum(text)) return undefined;
        const now = new Date();
        await utimes(fileOf(key), now, now).catch(() => undefined);
        return text;
      } catch {
        return undefined;
      }
    },
    write: async (key, text) => {
      const draft = join(directory, `.${sum(key)}.${process.pid}.${Math.random().toString(36).slice(2)}`);
      try {
        await makeDirectories(directory, {mode: 0o700});
        await writeFile(draft, `${sum(text)}\n${text}`, {mode: 0o600});
        await rename(draft, fileOf(key));
        await removeOldest(directory);
      } catch {
        // A full or read-only disk costs speed but does not fail the run. A part of a file would only fill the disk.
        await rm(draft, {force: true}).catch(() => undefined);
      }
    },
  };
}

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');

async function removeOldest(directory: string): Promise<void> {
  const names = await readdir(directory);
  const drafts = await aged(
    directory,
    names.filter((name) => name.startsWith('.')),
  );
  const dead = drafts.filter(({at}) => Date.now() - at > DRAFT_MS);
  const kept = names.filter((name) => name.endsWith(ENDING) && !name.startsWith('.'));
  const oldest = kept.length <= KEPT ? [] : (await aged(directory, kept)).toSorted((a, b) => b.at - a.at).slice(KEPT);
  await Promise.all([...dead, ...oldest].map(({name}) => rm(join(directory, name), {force: true})));
}

/** The time after which a draft was left by a process that was killed, in milliseconds. */
const DRAFT_MS = 3_600_000;

type Aged = {readonly name: string; readonly at: number};

const aged = (directory: string, names: readonly string[]): Promise<readonly Aged[]> =>
  Promise.all(names.map(async (name) => ({name, at: (await stat(join(directory, name))).mtimeMs})));
