import {relative, sep} from 'node:path';
import {shownPath} from './read-text.ts';

/**
 * Returns a path for people: relative to the current directory, also if it is beside it in the same project. A path outside of the project
 * stays absolute.
 */
export function nearPath(path: string, projectDir: string): string {
  const isInside = (place: string): boolean => !relative(projectDir, place).startsWith('..');
  const cwd = process.cwd();
  return isInside(path) && isInside(cwd) ? relative(cwd, path).replaceAll(sep, '/') : shownPath(path);
}
