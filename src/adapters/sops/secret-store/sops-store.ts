import {homedir} from 'node:os';
import type {Json} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {type AgeKeys, ageKeys} from './age-keys.ts';
import type {Clear} from './decrypt-tree.ts';
import {findFile} from './find-file.ts';
import {openFile, type SopsFile} from './open-file.ts';

/** The configuration of a secret store in files that sops encrypted. */
export type SopsConfig = {
  readonly kind: 'sops';
  readonly path: string;
  readonly keyFile?: string | undefined;
};

/** The dependencies of the sops store: an environment with the variables that sops reads for its keys. */
export type SopsDeps = {readonly env: Readonly<Record<string, string | undefined>>};

/** Opens one file, or a directory of files, that sops encrypted for age. Files are decrypted in this process: no program is run. */
export function sopsStore({path, keyFile}: SopsConfig, {env}: SopsDeps): SecretStore {
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  let keys: ReturnType<typeof ageKeys> | undefined;
  const opened = new Map<string, Promise<SopsFile | NoSecret>>();
  const open = (file: string): Promise<SopsFile | NoSecret> => {
    const known =
      opened.get(file) ?? openWith(file, (keys ??= ageKeys(keyFile, {env, home, platform: process.platform})));
    opened.set(file, known);
    return known;
  };
  return {name: `sops (${path})`, first: 'property', fetch: (secret) => fetch(secret, path, open)};
}

async function openWith(file: string, asked: Promise<AgeKeys | NoSecret>): Promise<SopsFile | NoSecret> {
  const keys = await asked;
  return 'because' in keys ? keys : openFile(file, keys);
}

async function fetch(
  {name, version}: NamedSecret,
  path: string,
  open: (file: string) => Promise<SopsFile | NoSecret>,
): Promise<SecretReading> {
  if (version !== undefined) return {because: 'files have no versions', hint: 'Omit ?version=.'};
  const found = await findFile(path, name);
  if ('because' in found) return found;
  const file = await open(found.file);
  if ('because' in file) return file;
  const what = `the file ${found.file}`;
  if ('bytes' in file)
    return found.rest.length === 0
      ? {value: new Secret(file.bytes)}
      : {because: `${what} is a single value without properties`, absent: true};
  return readingOf(stepInto(file.clear, found.rest), {what, rest: found.rest});
}

type Place = {readonly what: string; readonly rest: readonly string[]};

function stepInto(clear: Clear, [step, ...rest]: readonly string[]): Clear | undefined {
  if (step === undefined) return clear;
  if (!(clear instanceof Map)) return undefined;
  const next: Clear | undefined = clear.get(step);
  return next === undefined ? undefined : stepInto(next, rest);
}

function readingOf(found: Clear | undefined, {what, rest}: Place): SecretReading {
  const named = rest.join('.');
  if (found === undefined || found === null) return {because: `${what} has no ${named}`, absent: true};
  if (found instanceof Uint8Array) return {value: new Secret(found)};
  if (typeof found !== 'object') return {value: new Secret(String(found))};
  const json = jsonOf(found);
  return json === undefined
    ? {because: `${what}: a value in ${named || 'it'} is not UTF-8 text`}
    : {value: new Secret(JSON.stringify(json))};
}

/** Converts a value to JSON. Undefined if it contains bytes that are not text. */
function jsonOf(clear: Clear): Json | undefined {
  if (clear instanceof Uint8Array) return undefined;
  if (clear instanceof Map) {
    const entries = [...(clear as ReadonlyMap<string, Clear>)].map(([key, value]) => [key, jsonOf(value)] as const);
    return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Json);
  }
  if (!Array.isArray(clear)) return clear as Json;
  const items = (clear as readonly Clear[]).map(jsonOf);
  return items.includes(undefined) ? undefined : (items as Json);
}
