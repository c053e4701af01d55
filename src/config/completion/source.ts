import {statSync} from 'node:fs';
import {stacksBelow} from '../stacks-below.ts';

/**
 * A part of the file system that an answer was read from: a file with its stamp (`null`: it does not exist), a path of which only the
 * existence matters, or the stacks that a search found.
 */
export type Source =
  | {readonly file: string; readonly stamp: string | null}
  | {readonly path: string; readonly exists: boolean}
  | {readonly below: string; readonly stacks: readonly string[]};

/** Returns the present state of a file as a source. */
export const fileSource = (file: string): Source => ({file, stamp: stampOf(file)});

/** Returns the present state of a path of which only the existence matters. */
export const pathSource = (path: string): Source => ({path, exists: exists(path)});

/** Returns the stacks below a directory as a source. */
export const searchSource = (below: string): Source => ({below, stacks: stacksBelow(below)});

/** Reports whether a source is unchanged since it was read. */
export function isUnchanged(source: Source): boolean {
  if ('file' in source) return stampOf(source.file) === source.stamp;
  if ('path' in source) return exists(source.path) === source.exists;
  return JSON.stringify(stacksBelow(source.below)) === JSON.stringify(source.stacks);
}

const exists = (path: string): boolean => statSync(path, {throwIfNoEntry: false}) !== undefined;

/** Returns a text that differs after every write, even if the write restored the modification time. */
function stampOf(file: string): string | null {
  const found = statSync(file, {throwIfNoEntry: false});
  return found === undefined ? null : `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
}
