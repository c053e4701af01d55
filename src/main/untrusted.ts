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

/** A request to run on an untrusted checkout (`--untrusted`). */
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
  /** The environment without values that lead into the checkout. */
  readonly env: Environment;
  /** The working directory of login programs, because they must not find files of the checkout. */
  readonly directory: string;
  /** The dependencies that this run refuses to use. */
  readonly deps: Pick<Deps, 'interactive' | 'secretStore' | 'secretObjects' | 'programs' | 'listen'>;
};

/**
 * Opens untrusted mode. The run then trusts the base commit, and uses from the checkout only the desired objects of the stack.
 * @throws GantryError 'untrusted/no-base', 'untrusted/refused'
 */
export async function openUntrusted({env: given, cwd, home, directory, base: flag}: OpenUntrusted): Promise<Untrusted> {
  const {findBase} = await import('../adapters/git/find-base.ts');
  const base = baseRef(flag, given);
  const here = resolve(cwd, directory ?? '.');
  // git itself must not come from the checkout.
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
    deps: DEPS,
    [Symbol.asyncDispose]: remove,
  };
}

/** Finds the base commit: the first meaning of its name that exists in the clone. */
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
    `this is a checkout of ${origin?.split('//', 1)[0]}, but the job belongs to ${env['GITHUB_REPOSITORY']}: the author of the change controls the branches of this checkout`,
    'Check out the target repository of the pull request at refs/pull/NUMBER/merge, or pass the hash of the base commit with --base.',
  );
}

const holds = (top: string, path: string): boolean => path === top || isBelow(top, path);

function refuseOwnHome({holds}: UntrustedCheckout, home: string): void {
  if (!holds(home)) return;
  throw refusedUntrusted(
    `GANTRY_HOME ${home} is in the checkout, so the change may have written it`,
    'Set it to a directory outside of the checkout, for example in $RUNNER_TEMP.',
  );
}

/** Removes the directories of the checkout from PATH, because a program in the checkout may have the name of an installed one. */
function withoutOwnPrograms(env: Environment, isOwn: (path: string) => boolean): Environment {
  const members = (env['PATH'] ?? '').split(delimiter).filter((path) => path !== '' && !isOwn(path));
  return {...env, PATH: members.join(delimiter)};
}

const refuse = (what: string) => async (): Promise<never> => {
  throw refusedUntrusted(`${what} in untrusted mode`, 'Run the command from a trusted branch.');
};

const DEPS: Untrusted['deps'] = {
  interactive: false,
  secretStore: refuse('no secret is read'),
  secretObjects: refuse('no secret is read'),
  programs: refuse('no program is started'),
  listen: refuse('no port is taken'),
};
