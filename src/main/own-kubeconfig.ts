import {existsSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {join, relative, sep} from 'node:path';
import type {Deps} from '../app/deps.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';

/**
 * Whether nobody but the user wrote a kubeconfig: it is in `$GANTRY_HOME` or `~/.kube`, `KUBECONFIG` names it, or it is the service
 * account of the pod. A kubeconfig in the text of a workspace, of a project or fetched may be another's.
 */
export function isOwnKubeconfig({from, field}: KubeconfigSource, {env, home}: Pick<Deps, 'env' | 'home'>): boolean {
  if (from.kind === 'in-cluster') return true;
  if (from.kind !== 'files') return false;
  if (field === 'KUBECONFIG') return true;
  const kube = join(env['HOME'] || env['USERPROFILE'] || homedir(), '.kube');
  return from.paths.every((path) => [home, kube].some((directory) => liesIn(path, directory)));
}

/** By the path itself: a file of the user's own may be a link. */
function liesIn(path: string, directory: string): boolean {
  const way = relative(real(directory), path);
  const plain = relative(directory, path);
  return [way, plain].some((one) => one !== '' && one !== '..' && !one.startsWith(`..${sep}`));
}

const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
