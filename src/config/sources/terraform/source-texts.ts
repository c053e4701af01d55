import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {readText, shownPath} from '../../read-text.ts';

/** The files of a source: the text and the path on this machine, by the path in the source. */
export type SourceTexts = {
  readonly texts: Readonly<Record<string, string>>;
  readonly paths: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
};

/** The files are a part of the release. */
const MOST_BYTES = 2 ** 20;

const LOCK_FILE = '.terraform.lock.hcl';
const isLeftOut = (name: string): boolean =>
  name === 'node_modules' || (name.startsWith('.') && name !== LOCK_FILE) || /\.tfstate(?:\.backup)?$/.test(name);

/** Returns the files below a directory, by their path in it: without hidden files, and without states. @throws Error of the file system */
export function filesBelow(directory: string, prefix = ''): ReadonlyMap<string, string> {
  const entries = readdirSync(directory, {withFileTypes: true})
    .filter(({name}) => !isLeftOut(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(
    entries.flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory()
        ? [...filesBelow(path, `${prefix}${entry.name}/`)]
        : [[`${prefix}${entry.name}`, path]];
    }),
  );
}

/** Reads the files of a source. */
export function readTexts(paths: ReadonlyMap<string, string>): SourceTexts {
  const read = [...paths].map(([name, path]) => ({name, path, ...readText(path)}));
  const diagnostics = read.flatMap((one) => one.diagnostics);
  const size = read.reduce((sum, {text = ''}) => sum + Buffer.byteLength(text), 0);
  const largest = read.toSorted((a, b) => (b.text?.length ?? 0) - (a.text?.length ?? 0))[0];
  const tooLarge: Diagnostic = {
    severity: 'error',
    code: 'source/terraform',
    message: `the files have more than 1 MiB, and they are a part of the release: the largest is ${shownPath(largest?.path ?? '')}`,
    hint: 'Move files that the module does not read out of its directory.',
  };
  return {
    paths,
    texts: Object.fromEntries(read.flatMap(({name, text}) => (text === undefined ? [] : [[name, text]]))),
    diagnostics: size > MOST_BYTES ? [...diagnostics, tooLarge] : diagnostics,
  };
}
