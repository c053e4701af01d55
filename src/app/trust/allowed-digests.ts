import {readFile} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {projectAbove} from '../../config/project-link.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {repositoryRoot} from '../release/find-origin.ts';
import {realPath} from './trust-origin-of.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * What a job allows without a terminal: `GANTRY_ALLOW` holds digests, with spaces or commas between, or names a file that holds one in
 * each line (`#` begins a comment).
 * In an untrusted checkout a file of it is read as the base commit has it.
 * @throws GantryError 'input/usage' for what is neither, and for a file that comes with the workspaces which it would allow
 */
export async function allowedDigests({env, cwd}: Pick<Deps, 'env' | 'cwd'>): Promise<ReadonlySet<string>> {
  const said = env['GANTRY_ALLOW']?.trim() ?? '';
  if (said === '') return new Set();
  if (said.startsWith('sha256:')) return digests(said.split(/[\s,]+/), 'GANTRY_ALLOW');
  const named = resolve(cwd, said);
  const path = trustedPath(named);
  let text: string;
  try {
    const paths = path === named ? new Set([path, realPath(path)]) : [];
    for (const one of paths) if (await isCheckedOut(one, cwd)) throw inRepository(said);
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof GantryError) throw error;
    const message = `GANTRY_ALLOW names neither digests (sha256:…) nor a file that can be read: ${(error as Error).message}`;
    throw new GantryError({code: 'input/usage', message}, {cause: error});
  }
  const words = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return digests(
    words.filter((word) => word !== ''),
    `the file ${said} (GANTRY_ALLOW)`,
  );
}

/** A file of a project, or of the repository in which the command runs: a pull request changes it together with the workspace. */
async function isCheckedOut(path: string, cwd: string): Promise<boolean> {
  if (projectAbove(path) !== undefined) return true;
  const root = await repositoryRoot(dirname(path));
  return root !== undefined && root === (await repositoryRoot(realPath(cwd)));
}

const inRepository = (said: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `GANTRY_ALLOW names ${said}, a file of the repository: a change of the repository could allow itself`,
    hint: 'Keep the file outside of the repository, or put its digests into the variable itself.',
  });

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
