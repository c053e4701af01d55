import {isUtf8} from 'node:buffer';
import {readFileSync} from 'node:fs';
import {relative, sep} from 'node:path';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';

export type ReadText = {
  /** As it is shown: relative where that is shorter to read. */
  readonly file: string;
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads a file that a user named; what goes wrong is a diagnostic, so that other files are still looked at. */
export function readText(path: string): ReadText {
  const file = shownPath(path);
  try {
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
