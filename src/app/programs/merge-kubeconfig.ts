import {homedir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {nameOfReference} from '../../core/workspace/workspace-scope.ts';
import type {Merged, Unmerged} from '../../ports/kubeconfig-files.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {openContext, type ProgramContext} from './open-context.ts';
import {entryName, namedKubeconfig} from './print-kubeconfig.ts';
import type {Started} from './started.ts';

/** Request of `gantry kubeconfig --merge`. */
export type MergeKubeconfig = BackendRequest & {
  /** Default: the first of KUBECONFIG, else ~/.kube/config. */
  readonly file?: string;
  readonly withLogin: boolean;
  readonly setCurrent: boolean;
  readonly onStart: (started: Started) => void;
};

/** The answer of `gantry kubeconfig --merge`. */
export type MergedKubeconfig = Merged & {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly file: string;
  /** The name of the context, the cluster and the user. */
  readonly entry: string;
  readonly server: string;
  /** True if the user logs in through `gantry credential`: no credential was written. */
  readonly withLogin: boolean;
};

/** Puts the workspace's cluster into a kubeconfig of the user, beside what is there. */
export async function mergeKubeconfig(
  {file, withLogin, setCurrent, onStart, ...request}: MergeKubeconfig,
  deps: Deps,
): Promise<MergedKubeconfig> {
  const target = targetOf(file, request, deps);
  const context = await openContext(request, deps);
  if (setCurrent) refuseRing(context, target);
  const flat = await namedKubeconfig({context, request, withLogin, stays: true}, deps);
  const {name, from} = context.chosen;
  onStart({name, from, server: flat.server, warnings: context.warnings});
  const merged = await (await deps.kubeconfigFiles()).merge(target, flat, setCurrent);
  return {
    formatVersion: 1,
    workspace: name,
    file: target,
    entry: flat.contextName,
    server: flat.server,
    withLogin: withLogin || context.kubeconfig.identity !== undefined,
    ...merged,
  };
}

/** Request of `gantry kubeconfig --unmerge`; the file's default is that of a merge. */
export type UnmergeKubeconfig = BackendRequest & {readonly file?: string};

/** The answer of `gantry kubeconfig --unmerge`. */
export type UnmergedKubeconfig = Unmerged & {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly file: string;
  readonly entry: string;
};

/** Removes the workspace's entries from a kubeconfig, even if the workspace no longer exists. */
export async function unmergeKubeconfig(
  {file, ...request}: UnmergeKubeconfig,
  deps: Deps,
): Promise<UnmergedKubeconfig> {
  const target = targetOf(file, request, deps);
  const workspace = await nameOf(request, deps);
  const entry = entryName(workspace);
  const unmerged = await (await deps.kubeconfigFiles()).unmerge(target, entry);
  return {formatVersion: 1, workspace, file: target, entry, ...unmerged};
}

async function nameOf(request: BackendRequest, deps: Deps): Promise<string> {
  const {workspace} = request;
  if (workspace === undefined) return (await openContext(request, deps)).chosen.name;
  return nameOfReference(workspace);
}

/** Returns the file that kubectl writes: the first of KUBECONFIG, else ~/.kube/config. */
export function targetOf(file: string | undefined, {directory}: BackendRequest, {cwd, env}: Deps): string {
  if (file !== undefined) return resolve(cwd, directory ?? '.', file);
  const first = (env['KUBECONFIG'] ?? '').split(delimiter).find((path) => path !== '');
  return first === undefined
    ? join(env['HOME'] || env['USERPROFILE'] || homedir(), '.kube', 'config')
    : resolve(cwd, first);
}

function refuseRing({chosen, kubeconfig}: ProgramContext, target: string): void {
  const {from, kubeContext, field} = kubeconfig;
  if (from.kind !== 'files' || kubeContext !== undefined || !from.paths.includes(target)) return;
  throw new GantryError({
    code: 'input/usage',
    message: `the workspace ${chosen.name} takes its cluster from the current context of ${target} (${field}): if that context were ${entryName(chosen.name)}, the workspace would lead to itself`,
    hint: 'Leave out --set-current, or name the context in the workspace (kube_context).',
  });
}
