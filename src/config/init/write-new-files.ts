import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {shownPath} from '../read-text.ts';
import {wrongInput} from '../stack-search.ts';

/** A file to be made; `path` is relative to where it all goes. */
export type NewFile = {readonly path: string; readonly text: string};

/**
 * Writes files that are not there yet: all, or none when one of them exists.
 * @throws GantryError `input/invalid` naming every file that exists.
 */
export function writeNewFiles(directory: string, files: readonly NewFile[]): readonly string[] {
  const paths = files.map(({path, text}) => ({path: join(directory, path), text}));
  const existing = paths.filter(({path}) => existsSync(path)).map(({path}) => shownPath(path));
  if (existing.length > 0) {
    throw wrongInput(
      'init/exists',
      `nothing was written, for these exist already: ${existing.join(', ')}`,
      'Use -C DIR for another directory.',
    );
  }
  for (const {path, text} of paths) {
    mkdirSync(dirname(path), {recursive: true});
    // `wx` also refuses what came into being since we looked.
    writeFileSync(path, text, {flag: 'wx'});
  }
  return paths.map(({path}) => path);
}
