import {isUtf8} from 'node:buffer';
import {readFileSync, statSync} from 'node:fs';
import {relative, resolve, sep} from 'node:path';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {leavesProject, projectAbove} from './project-link.ts';
import {untrustedCheckout} from './untrusted/checkout.ts';

/** The text of a file. If `text` is absent, the diagnostics give the reason. */
export type ReadText = {
  /** The path as it is shown: relative to the current directory if the file is below it. */
  readonly file: string;
  readonly text?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads a file that a user named. A failure is a diagnostic and not an error, so that other files are still checked.
 * @param anywhere allows files outside of the project, because the user and not a file of the project named the file
 */
export function readText(path: string, mostMebibytes = MOST_MEBIBYTES, anywhere = false): ReadText {
  const file = shownPath(path);
  try {
    const refused = whyRefused(resolve(path), mostMebibytes, anywhere);
    if (refused !== undefined) return {file, diagnostics: [unreadable(file, refused)]};
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return {file, text: bytes.toString('utf8'), diagnostics: []};
    return {file, diagnostics: [unreadable(file, 'it is not UTF-8 text')]};
  } catch (error) {
    return {
      file,
      diagnostics: [unreadable(file, REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? String(error))],
    };
  }
}

const MOST_MEBIBYTES = 16;

/** The maximum size in MiB of a file that a program wrote for a whole stack: a saved plan or a spec. */
export const MOST_MEBIBYTES_OF_STACK = 256;

/**
 * Returns the reason why a file is not read. A repository may contain files of other people: a link in it must not expose a file of the
 * user's home, and reading a pipe or a device would never end. Outside of a project a pipe is allowed: `<(...)` of a shell is one.
 */
function whyRefused(path: string, mostMebibytes: number, anywhere: boolean): string | undefined {
  const found = statSync(path);
  if (found.isDirectory()) return undefined;
  if (!found.isFile() && projectAbove(path) !== undefined) return 'it is not a regular file';
  if (found.size > mostMebibytes * 2 ** 20) return `it is larger than ${mostMebibytes} MiB`;
  return !anywhere && leavesProject(path)
    ? LEAVES[untrustedCheckout() === undefined ? 'project' : 'checkout']
    : undefined;
}

const LEAVES = {
  project: 'it is a link, or below a link, that leads out of the project',
  checkout: 'untrusted mode does not read files outside of the checkout or in its .git',
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
};

const unreadable = (file: string, why: string): Diagnostic => ({
  severity: 'error',
  code: 'file/unreadable',
  message: `cannot read ${file}: ${why}`,
});

/** Returns a path relative to the current directory if it is below it. Uses forward slashes, so that output is the same everywhere. */
export function shownPath(path: string): string {
  const shorter = relative(process.cwd(), path);
  return (shorter === '' || shorter.startsWith('..') ? path : shorter).replaceAll(sep, '/');
}
