import {readFile, realpath} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {load} from 'js-yaml';
import type {Json} from '../../../core/json.ts';
import {readProperty} from '../../../core/secret/read-property.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {namesOf, type SecretName, type SecretUri} from '../../../core/secret/secret-uri.ts';
import type {SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** One file for each secret below a directory: what a mounted Secret looks like, or what a tool has decrypted. */
export const fileStore = ({path: directory}: {readonly path: string}): SecretStore => ({
  name: `file (${directory})`,
  read: (uri) => read(uri, directory),
});

async function read(uri: SecretUri, directory: string): Promise<SecretReading> {
  if (uri.version !== undefined) return {because: 'files have no versions', hint: 'Leave out ?version=.'};
  if (uri.segments.some((segment) => segment === '.' || segment === '..' || segment.includes('\\')))
    return {because: `it leaves the directory ${directory}`};
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined) return {because: `there is no directory ${directory}`};
  for (const name of namesOf(uri)) {
    const found = await readNamed(name, {root, directory});
    if (found !== undefined) return found;
  }
  return {because: `there is no file ${join(directory, ...uri.segments)}`};
}

type Place = {readonly root: string; readonly directory: string};

async function readNamed({name, property}: SecretName, {root, directory}: Place): Promise<SecretReading | undefined> {
  const path = join(directory, ...name);
  let bytes: Buffer;
  try {
    const real = await realpath(path);
    // A link may lead elsewhere; a mounted Secret consists of links within its directory.
    if (relative(root, real).split(sep)[0] === '..')
      return {because: `${path} leads out of the directory ${directory}`};
    bytes = await readFile(real);
  } catch (error) {
    return isAbsent(error) ? undefined : {because: `the file ${path} cannot be read (${codeOf(error)})`};
  }
  const text = decode(bytes);
  if (text === undefined) return {because: `the file ${path} is not UTF-8 text`};
  const value = text.replace(/\r?\n$/, '');
  if (value === '') return {because: `the file ${path} is empty`};
  if (property === undefined) return {value: new Secret(value)};
  const part = readProperty({
    value,
    property,
    what: `the file ${path}`,
    syntax: 'JSON or YAML',
    parse: (text) => load(text) as Json,
  });
  return 'text' in part ? {value: new Secret(part.text)} : part;
}

/** A directory is no secret: a property of it may be a file. */
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return undefined;
  }
}
