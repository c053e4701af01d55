import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {isOfRepository} from './is-of-repository.ts';
import {signedList} from './signed-list.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Returns what a job allows without a terminal: `GANTRY_ALLOW` holds digests, with spaces or commas between, or names a file of them (`#` begins a
 * comment; what `gantry workspace allow --print` prints is such a file). Where `GANTRY_ALLOW_KEYS` is set, only a signed file counts.
 * In an untrusted checkout a file of it is read as the base commit has it.
 * @throws GantryError 'input/usage' for what is neither, and for an unsigned file that comes with the workspaces which it would allow;
 * 'consent/not-signed'
 */
export async function allowedDigests(deps: Pick<Deps, 'env' | 'cwd' | 'clock'>): Promise<ReadonlySet<string>> {
  const [said = '', keys = ''] = ['GANTRY_ALLOW', 'GANTRY_ALLOW_KEYS'].map((name) => deps.env[name]?.trim());
  if (said === '') return new Set();
  if (said.startsWith('sha256:')) return digests(said.split(/[\s,]+/), 'GANTRY_ALLOW');
  const text = keys === '' ? await unsignedList(said, deps.cwd) : await signedList({said, keys}, deps);
  return digests(wordsOf(text), `the file ${said} (GANTRY_ALLOW)`);
}

async function unsignedList(said: string, cwd: string): Promise<string> {
  const named = resolve(cwd, said);
  const path = trustedPath(named);
  if (path === named && (await isOfRepository(path, cwd))) throw inRepository(said);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const message = `GANTRY_ALLOW names neither digests (sha256:…) nor a file that can be read: ${(error as Error).message}`;
    throw new GantryError({code: 'input/usage', message}, {cause: error});
  }
}

const wordsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      line
        .replace(/#.*/, '')
        .trim()
        .replace(/^GANTRY_ALLOW=/, '')
        .split(/[\s,]+/),
    )
    .filter((word) => word !== '');

const inRepository = (said: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `GANTRY_ALLOW names ${said}, a file of the repository: a commit could then allow its own access`,
    hint: 'Keep the file outside of the repository, put its digests into the variable itself, or sign it (GANTRY_ALLOW_KEYS, docs/guides/ci.md).',
  });

function digests(words: readonly string[], where: string): ReadonlySet<string> {
  const wrong = words.find((word) => !DIGEST.test(word));
  if (wrong === undefined) return new Set(words);
  const hint = 'Run "gantry workspace allow NAME" to print the digest.';
  throw new GantryError({
    code: 'input/usage',
    message: `${where}: ${wrong} is not a digest (sha256: and 64 hexadecimal digits)`,
    hint,
  });
}
