import {realpath, stat} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {load} from 'js-yaml';
import type {Json} from '../../../core/json.ts';
import type {SecretSyntax} from '../../../core/secret/property-of.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {readRegularFile} from '../../../lib/read-regular-file.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {parseDotenv} from './parse-dotenv.ts';

const SYNTAX: SecretSyntax = {name: 'JSON or YAML', parse: (text) => load(text) as Json};

/** Opens a directory with one file for each secret, like a mounted Secret or decrypted files, or one file of `NAME=value` lines. */
export const fileStore = ({path}: {readonly path: string}): SecretStore => ({
  name: `file (${path})`,
  first: 'whole',
  fetch: (secret) => fetch(secret, path),
});

async function fetch({name, version}: NamedSecret, path: string): Promise<SecretReading> {
  if (version !== undefined) return {because: 'files have no versions', hint: 'Omit ?version=.'};
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined) return {because: `the file or directory ${path} does not exist`};
  if (!(await stat(root)).isDirectory()) return readLine(name, path);
  if (name.some((segment) => segment === '.' || segment === '..' || segment.includes('\\')))
    return {because: `its name points outside of the directory ${path}`};
  return readNamed(join(path, ...name), {root, directory: path});
}

async function readLine(segments: readonly string[], path: string): Promise<SecretReading> {
  const bytes = await readRegularFile(path).catch((error: unknown) => ({error}));
  if ('error' in bytes) return unreadable(path, codeOf(bytes.error));
  if ('because' in bytes) return {because: `the file ${path} ${bytes.because}`};
  const parsed = parseDotenv(bytes.toString('utf8'));
  if ('because' in parsed) return {because: `line ${parsed.line} of ${path} cannot be read: ${parsed.because}`};
  const name = segments.join('/');
  const [entry, again] = parsed.entries.filter((one) => one.name === name);
  if (entry === undefined) return {because: `${name} does not exist in ${path}`, absent: true};
  if (again !== undefined)
    return {because: `${name} is set twice in ${path}, in lines ${entry.line} and ${again.line}`};
  return entry.value === '' ? {because: `${name} in ${path} is empty`} : {value: new Secret(entry.value)};
}

type Place = {readonly root: string; readonly directory: string};

async function readNamed(path: string, {root, directory}: Place): Promise<SecretReading> {
  let bytes: Awaited<ReturnType<typeof readRegularFile>>;
  try {
    const real = await realpath(path);
    // A link may point outside of the directory. A mounted Secret consists of links within its directory.
    if (relative(root, real).split(sep)[0] === '..')
      return {because: `${path} points outside of the directory ${directory}`};
    bytes = await readRegularFile(real);
  } catch (error) {
    return isAbsent(error) ? {because: `${path} does not exist`, absent: true} : unreadable(path, codeOf(error));
  }
  if ('because' in bytes) return {because: `the file ${path} ${bytes.because}`};
  const value = new Secret(new Secret(bytes).isText ? withoutNewline(bytes) : bytes);
  return value.isEmpty ? {because: `the file ${path} is empty`} : {value, syntax: SYNTAX};
}

/** Removes one line end, because editors add one to a text. Bytes that are not text are unchanged. */
function withoutNewline(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== 0x0a) return bytes;
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1);
}

/** Reports whether a secret does not exist. A directory is not a secret, but a property of it may be a file. */
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));

const unreadable = (path: string, code: string): NoSecret => ({
  because: `the file ${path} cannot be read (${code})`,
  fault: code === 'EACCES' || code === 'EPERM' ? 'denied' : 'unreachable',
});

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
