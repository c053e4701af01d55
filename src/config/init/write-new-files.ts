import {existsSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {makeDirectoriesSync} from '../../lib/make-directories.ts';
import {shownPath} from '../read-text.ts';
import {wrongInput} from '../stack-search.ts';

/** A file to create; `path` is relative to the target directory. */
export type NewFile = {
  readonly path: string;
  readonly text: string;
  /** Its bytes, in place of `text`, if it may be no text. */
  readonly bytes?: Uint8Array;
  /** The file holds secrets, so only its owner may read it. */
  readonly isPrivate?: true;
};

/**
 * Creates files: all of them, or none if one of them already exists.
 * @throws GantryError `input/invalid` with the names of all files that exist
 */
export function writeNewFiles(
  directory: string,
  files: readonly NewFile[],
  hint = 'Use -C DIR for another directory.',
): readonly string[] {
  const paths = files.map(({path, ...rest}) => ({path: join(directory, path), ...rest}));
  const existing = paths.filter(({path}) => existsSync(path)).map(({path}) => shownPath(path));
  if (existing.length > 0) {
    throw wrongInput('init/exists', `nothing was written, these files already exist: ${existing.join(', ')}`, hint);
  }
  for (const {path, text, bytes, isPrivate} of paths) {
    makeDirectoriesSync(dirname(path));
    // `wx` also refuses a file that was created after the check.
    writeFileSync(path, bytes ?? text, {flag: 'wx', mode: isPrivate === true ? 0o600 : 0o666});
  }
  return paths.map(({path}) => path);
}
