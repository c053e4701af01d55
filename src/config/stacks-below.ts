import {type Dirent, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {compareNaturally} from '../lib/compare-naturally.ts';
import {STACK_FILE} from './own-files.ts';

/** The maximum depth of the search for stacks below a directory. */
const MAX_DEPTH = 8;

/** Returns the directories of stacks at and below a directory, sorted by path. */
export function stacksBelow(base: string, depth = MAX_DEPTH): readonly string[] {
  const entries = entriesOf(base);
  const here = entries.some((entry) => entry.name === STACK_FILE) ? [base] : [];
  if (depth === 0) return here;
  const below = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({name}) => name)
    .toSorted(compareNaturally)
    .flatMap((name) => stacksBelow(join(base, name), depth - 1));
  return [...here, ...below];
}

/** Lists a directory. Returns an empty list if it cannot be read or was just deleted, which is common in `/tmp` and `/`. */
export function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, {withFileTypes: true});
  } catch {
    return [];
  }
}
