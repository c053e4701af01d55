import {existsSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {writeWhole} from '../write-whole.ts';

/** The age in milliseconds after which a file of the cache is removed. It is written again when it is needed. */
const OLD_MS = 90 * 24 * 60 * 60_000;

/** Reads a JSON file of a cache; undefined if it does not exist or is broken. */
export function readCached(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Replaces a file of a cache. Only its owner can read it. If the file is new, removes old files of the cache. Ignores errors, because the program
 * works without a cache.
 */
export async function writeCached(directory: string, name: string, value: unknown): Promise<void> {
  const file = join(directory, name);
  try {
    if (existsSync(directory) && !existsSync(file)) sweep(directory);
    await writeWhole(file, JSON.stringify(value));
  } catch {
    // Operations that need a writable home report it.
  }
}

function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    const {mtimeMs = Date.now()} = statSync(file, {throwIfNoEntry: false}) ?? {};
    if (Date.now() - mtimeMs > OLD_MS) rmSync(file, {force: true});
  }
}
