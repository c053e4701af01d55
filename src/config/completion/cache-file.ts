import {randomUUID} from 'node:crypto';
import {readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeDirectoriesSync} from '../../lib/make-directories.ts';

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
export function writeCached(directory: string, name: string, value: unknown): void {
  const file = join(directory, name);
  const draft = `${file}.${randomUUID()}`;
  try {
    makeDirectoriesSync(directory, {mode: 0o700});
    if (statSync(file, {throwIfNoEntry: false}) === undefined) sweep(directory);
    writeFileSync(draft, JSON.stringify(value), {mode: 0o600, flag: 'wx'});
    renameSync(draft, file);
  } catch {
    removeIfPossible(draft);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, {force: true});
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
