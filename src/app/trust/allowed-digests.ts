import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * What a job allows without a terminal: `GANTRY_ALLOW` holds digests, with spaces or commas between, or names a file that holds one in
 * each line (`#` begins a comment).
 * @throws GantryError 'input/usage' for what is neither
 */
export async function allowedDigests({env, cwd}: Pick<Deps, 'env' | 'cwd'>): Promise<ReadonlySet<string>> {
  const said = env['GANTRY_ALLOW']?.trim() ?? '';
  if (said === '') return new Set();
  if (said.startsWith('sha256:')) return digests(said.split(/[\s,]+/), 'GANTRY_ALLOW');
  let text: string;
  try {
    text = await readFile(resolve(cwd, said), 'utf8');
  } catch (error) {
    const message = `GANTRY_ALLOW names neither digests (sha256:…) nor a file that can be read: ${(error as Error).message}`;
    throw new GantryError({code: 'input/usage', message}, {cause: error});
  }
  const words = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return digests(
    words.filter((word) => word !== ''),
    `the file ${said} (GANTRY_ALLOW)`,
  );
}

function digests(words: readonly string[], where: string): ReadonlySet<string> {
  const wrong = words.find((word) => !DIGEST.test(word));
  if (wrong === undefined) return new Set(words);
  const hint = '"gantry workspace allow NAME" prints it.';
  throw new GantryError({
    code: 'input/usage',
    message: `${where}: ${wrong} is no digest (sha256: and 64 digits)`,
    hint,
  });
}
