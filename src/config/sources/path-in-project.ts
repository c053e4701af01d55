import {relative, resolve} from 'node:path';
import {shownPath} from '../read-text.ts';
import type {Built, SourceEntry} from './source.ts';

/** Returns the absolute path of a file or a directory that an entry names; a diagnostic if it is outside of the project. */
export function pathInProject(
  kind: string,
  written: string,
  {place, at}: Pick<SourceEntry, 'place' | 'at'>,
): {readonly path: string} | Built {
  const path = resolve(place.stackDir, written);
  if (!relative(place.projectDir, path).startsWith('..')) return {path};
  const message = `\`${written}\` is outside of the project directory ${shownPath(place.projectDir)}`;
  return {candidates: [], diagnostics: [{severity: 'error', code: `source/${kind}`, message, ...at()}]};
}
