import {globSync, readdirSync} from 'node:fs';
import {resolve} from 'node:path';

/**
 * Directories that a glob would look into, and may not. The glob itself passes over them without a word: the stack would have lost
 * their manifests, and an apply would delete what they describe.
 */
export function unreadableDirectories(pattern: string, cwd: string): readonly string[] {
  const segments = pattern.split(BETWEEN_SEGMENTS);
  const deep = segments.at(-1) === '**' ? segments : segments.slice(0, -1);
  const above = deep.map((_, i) => segments.slice(0, i + 1).join('/'));
  const entered = new Set(above.flatMap((one) => globSync(one, {cwd}).map((match) => resolve(cwd, match))));
  return [...entered].filter((path) => !mayEnter(path)).toSorted();
}

/** Not those within braces: `{base,prod/extra}/*.yaml`. */
const BETWEEN_SEGMENTS = /\/(?![^{]*\})/;

function mayEnter(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch (error) {
    const {code = ''} = error as NodeJS.ErrnoException;
    return NO_DIRECTORY.has(code);
  }
}

const NO_DIRECTORY: ReadonlySet<string> = new Set(['ENOTDIR', 'ENOENT']);
