import {isUtf8} from 'node:buffer';
import {readFileSync, statSync} from 'node:fs';
import {relative, resolve, sep} from 'node:path';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {leavesProject, projectAbove} from './project-link.ts';
import {untrustedCheckout} from './untrusted/checkout.ts';

/** The text of a file; without `text` the diagnostics say why. */
export type ReadText = {
  /** As it is shown: relative where that is shorter to read. */
  readonly file: string;
  readonly text?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads a file that a user named; what goes wrong is a diagnostic, so that other files are still looked at.
 * @param anywhere also out of the project: the user named it, and no file of the project
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

/** For a file that Gantry or another program wrote, and that holds a whole stack: a saved plan, a spec. */
export const MOST_MEBIBYTES_OF_STACK = 256;

/**
 * A repository is somebody else's text: a link in it must not show a file of the reader's home, and a pipe or a device would be
 * read for ever. Outside of projects the user names files, and `<(...)` of a shell is a pipe.
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
  checkout: 'in untrusted mode no file is read that lies outside of the checkout, or in its .git',
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
};

const unreadable = (file: string, why: string): Diagnostic => ({
  severity: 'error',
  code: 'file/unreadable',
  message: `cannot read ${file}: ${why}`,
});

/** Relative to where the user stands, unless it lies elsewhere; with forward slashes, so that output is the same everywhere. */
export function shownPath(path: string): string {
  const shorter = relative(process.cwd(), path);
  return (shorter === '' || shorter.startsWith('..') ? path : shorter).replaceAll(sep, '/');
}
