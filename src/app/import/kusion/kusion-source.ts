import {readdir, readFile, stat} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {parseBackendUrl} from '../../../config/backend/parse-backend-url.ts';
import {shownPath} from '../../../config/read-text.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {descriptorOf, KUSION_BACKENDS} from '../../../registry/backends.ts';
import {resolveBackend} from '../../backend/resolve-backend.ts';
import type {Deps} from '../../deps.ts';

/** Files of Kusion in a directory or a bucket. Gantry writes nothing there. */
export type KusionSource = {
  readonly name: string;
  /** Relative paths, sorted. */
  readonly files: readonly string[];
  readonly read: (path: string) => Promise<string>;
  /** Returns the location of a file, for people. */
  readonly show: (path: string) => string;
};

/** Directories that are skipped: Kusion's own programs and logs, and others that hold no Kusion files. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'modules',
  'terraform',
  'logs',
  '.terraform',
]);
const DEEPEST = 12;

/** A source of `gantry import kusion` as the user named it. */
export type WantedSource = {
  /** A directory, or the address of a bucket. */
  readonly text: string;
  /** The base of a relative directory. */
  readonly base: string;
  readonly insecure: boolean;
};

/**
 * Opens a source of Kusion files.
 * @throws GantryError `input/usage` for a text that is neither a directory nor a bucket.
 */
export async function kusionSource({text, base, insecure}: WantedSource, deps: Deps): Promise<KusionSource> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (KUSION_BACKENDS.some(({address}) => address.scheme === scheme)) return bucketSource({text, base, insecure}, deps);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    throw new GantryError({
      code: 'input/usage',
      message: `${text}: Kusion's files are read from a directory or from ${KUSION_BACKENDS.map(({address}) => address.example).join(' or ')}`,
      hint: 'Copy the files of another store into a directory: Gantry reads workspaces/ and releases/.',
    });
  const directory = resolve(base, text);
  const isDirectory = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) throw new GantryError({code: 'input/usage', message: `${text}: there is no such directory`});
  const files = await walk(directory, '', 0);
  return {
    name: shownPath(directory),
    files: files.toSorted(),
    read: (path) => readFile(join(directory, path), 'utf8'),
    show: (path) => shownPath(join(directory, path)),
  };
}

async function walk(root: string, below: string, depth: number): Promise<readonly string[]> {
  if (depth > DEEPEST) return [];
  const entries = await readdir(join(root, below), {withFileTypes: true});
  const parts = await Promise.all(
    entries.map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory())
        return PASSED_OVER.has(entry.name) || entry.name.startsWith('.') ? [] : walk(root, path, depth + 1);
      return entry.isFile() ? [path] : [];
    }),
  );
  return parts.flat();
}

async function bucketSource({text: url, base, insecure}: WantedSource, deps: Deps): Promise<KusionSource> {
  const declared = parseBackendUrl(url);
  if ('problem' in declared) throw new GantryError({code: 'input/usage', message: `${url}: ${declared.problem}`});
  const {address} = descriptorOf(declared);
  const store = await deps.openBackend(await resolveBackend({declared, from: '--backend', base}, {insecure}, deps));
  const name = `${address.scheme}://${address.show(declared)}`;
  const lists = await Promise.all(['workspaces/', 'releases/', 'resources/'].map((prefix) => store.list(prefix)));
  return {
    name,
    files: lists.flat().toSorted(),
    read: async (path) => new TextDecoder().decode((await store.get(path))?.value ?? new Uint8Array()),
    show: (path) => `${name}/${path}`,
  };
}
