import {readdir, readFile, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {sha256} from './sha256.ts';
import {writePrivate} from './write-private.ts';

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
  const fileOf = (key: string): string => join(directory, `${sha256(key)}${ENDING}`);
  return {
    read: async (key) => {
      try {
        const kept = await readFile(fileOf(key), 'utf8');
        const text = kept.slice(HEAD_LENGTH);
        if (kept.slice(0, HEAD_LENGTH - 1) !== sha256(text)) return undefined;
        const now = new Date();
        await utimes(fileOf(key), now, now).catch(() => undefined);
        return text;
      } catch {
        return undefined;
      }
    },
    write: async (key, text) => {
      try {
        await writePrivate(fileOf(key), `${sha256(text)}\n${text}`);
        await removeOldest(directory);
      } catch {
        // A full or read-only disk costs speed but does not fail the run.
      }
    },
  };
}

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
