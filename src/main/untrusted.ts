import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, isAbsolute, join, resolve} from 'node:path';
import type {Deps, Environment} from '../app/deps.ts';
import {findOrigin, repositoryRoot} from '../app/release/find-origin.ts';
import {isBelow, realPath} from '../app/trust/trust-origin-of.ts';
import {refusedUntrusted} from '../app/untrusted/refused-untrusted.ts';
import {distrust, type UntrustedCheckout} from '../config/untrusted/checkout.ts';
import {noBase, openCheckout} from '../config/untrusted/open-checkout.ts';
import {type BaseRef, baseRef, isFork, isOfOrigin} from '../core/trust/base-ref.ts';
import type {FindBase} from '../ports/base-commit.ts';

/** What a run on an untrusted checkout starts from (`--untrusted`). */
export type OpenUntrusted = {
  readonly env: Environment;
  readonly cwd: string;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** `-C`. */
  readonly directory?: string | undefined;
  /** `--base`. */
  readonly base?: string | undefined;
};

/** Restrictions of a run on an untrusted checkout; disposal removes its directory. */
export type Untrusted = AsyncDisposable & {
  /** Without what leads into the checkout. */
  readonly env: Environment;
  /** Where login programs start: they must not find files of the checkout. */
  readonly directory: string;
  /** What this run does not do. */
  readonly doors: Pick<Deps, 'interactive' | 'secretStore' | 'secretObjects' | 'programs' | 'listen'>;
};

/**
 * From now on this run believes the base commit, and of the checkout nothing but the objects that the stack wants.
 * @throws GantryError 'untrusted/no-base', 'untrusted/refused'
 */
export async function openUntrusted({env: given, cwd, home, directory, base: flag}: OpenUntrusted): Promise<Untrusted> {
  const {findBase} = await import('../adapters/git/find-base.ts');
  const base = baseRef(flag, given);
  const here = resolve(cwd, directory ?? '.');
  // git itself must not be one of the checkout.
  const root = (await repositoryRoot(here)) ?? here;
  const isOwn = (path: string): boolean =>
    !isAbsolute(path) || [path, realPath(path)].some((one) => [root, realPath(root)].some((top) => holds(top, one)));
  const env = withoutOwnPrograms(given, isOwn);
  const commit = await foundBase(base, (one) => findBase(env)({directory: here, base: one}));
  if ('problem' in commit) throw noBase(base, commit.problem);
  if (isOfOrigin(commit.base)) await refuseFork(root, given);
  const own = await mkdtemp(join(tmpdir(), 'gantry-base-'));
  const checkout = openCheckout({commit, base: commit.base, directory: own, home});
  const remove = () => rm(own, {recursive: true, force: true});
  try {
    refuseOwnHome(checkout, home);
  } catch (error) {
    await remove();
    throw error;
  }
  distrust(checkout);
  return {
    env,
    directory: own,
    doors: DOORS,
    [Symbol.asyncDispose]: remove,
  };
}

/** The first of what a name may mean that the clone has. */
async function foundBase(base: BaseRef, find: (one: BaseRef) => ReturnType<FindBase>) {
  const first = base.first === undefined ? undefined : await find(base.first);
  if (base.first !== undefined && first !== undefined && !('problem' in first)) return {...first, base: base.first};
  const found = await find(base);
  return 'problem' in found ? found : {...found, base};
}

async function refuseFork(root: string, env: Environment): Promise<void> {
  const origin = await findOrigin(root);
  if (!isFork(origin, env)) return;
  throw refusedUntrusted(
    `this is a checkout of ${origin?.split('//', 1)[0]}, and the job is one of ${env['GITHUB_REPOSITORY']}: the branches here are of those who sent the change`,
    'Check out the repository that the change is sent to, at refs/pull/NUMBER/merge, or name the base commit by its hash, with --base.',
  );
}

const holds = (top: string, path: string): boolean => path === top || isBelow(top, path);

function refuseOwnHome({holds}: UntrustedCheckout, home: string): void {
  if (!holds(home)) return;
  throw refusedUntrusted(
    `GANTRY_HOME ${home} lies in the checkout, where the change may have written it`,
    'Set it to a directory outside of the checkout, as below $RUNNER_TEMP.',
  );
}

/** A program of the checkout is called like one that the job has: what the change brings is not found. */
function withoutOwnPrograms(env: Environment, isOwn: (path: string) => boolean): Environment {
  const members = (env['PATH'] ?? '').split(delimiter).filter((path) => path !== '' && !isOwn(path));
  return {...env, PATH: members.join(delimiter)};
}

const refuse = (what: string) => async (): Promise<never> => {
  throw refusedUntrusted(`${what} in untrusted mode`, 'Do it from a branch that is trusted.');
};

const DOORS: Untrusted['doors'] = {
  interactive: false,
  secretStore: refuse('no secret is read'),
  secretObjects: refuse('no secret is read'),
  programs: refuse('no program is started'),
  listen: refuse('no port is taken'),
};
