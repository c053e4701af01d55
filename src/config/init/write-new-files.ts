import {existsSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeDirectoriesSync} from '../../lib/make-directories.ts';
import {shownPath} from '../read-text.ts';
import {wrongInput} from '../stack-search.ts';

/** A file to be made; `path` is relative to where it all goes. */
export type NewFile = {
  readonly path: string;
  readonly text: string;
  /** Holds secrets: nobody else may read it. */
  readonly isPrivate?: true;
};

/**
 * Writes files that are not there yet: all, or none when one of them exists.
 * @throws GantryError `input/invalid` naming every file that exists.
 */
export function writeNewFiles(
  directory: string,
  files: readonly NewFile[],
  hint = 'Use -C DIR for another directory.',
): readonly string[] {
  const paths = files.map(({path, ...rest}) => ({path: join(directory, path), ...rest}));
  const existing = paths.filter(({path}) => existsSync(path)).map(({path}) => shownPath(path));
  if (existing.length > 0) {
    throw wrongInput('init/exists', `nothing was written, for these exist already: ${existing.join(', ')}`, hint);
  }
  for (const {path, text, isPrivate} of paths) {
    makeDirectoriesSync(dirname(path));
    // `wx` also refuses what came into being since we looked.
    writeFileSync(path, text, {flag: 'wx', mode: isPrivate === true ? 0o600 : 0o666});
  }
  return paths.map(({path}) => path);
}
