import {globSync, readdirSync} from 'node:fs';
import {resolve} from 'node:path';

/**
 * Returns the directories that a glob would search but that cannot be read. The glob itself skips them silently: their manifests would be
 * missing from the stack, and an apply would delete their objects.
 */
export function unreadableDirectories(pattern: string, cwd: string): readonly string[] {
  const segments = segmentsOf(pattern);
  const deep = segments.at(-1) === '**' ? segments : segments.slice(0, -1);
  const above = deep.map((_, i) => segments.slice(0, i + 1).join('/'));
  const entered = new Set(above.flatMap((one) => globSync(one, {cwd}).map((match) => resolve(cwd, match))));
  return [...entered].filter((path) => !mayEnter(path)).toSorted();
}

/** Splits a pattern at slashes, except those within braces: `{base,prod/extra}/*.yaml`. */
function segmentsOf(pattern: string): readonly string[] {
  const segments: string[] = [];
  let end = pattern.length;
  let nextBrace = '';
  for (let i = pattern.length - 1; i >= 0; i--) {
    const character = pattern.charAt(i);
    if (character === '{' || character === '}') nextBrace = character;
    if (character !== '/' || nextBrace === '}') continue;
    segments.push(pattern.slice(i + 1, end));
    end = i;
  }
  return [...segments, pattern.slice(0, end)].toReversed();
}

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
