import {GantryError} from '../../core/failure/failure.ts';
import type {FlatKubeconfig} from '../../ports/flat-kubeconfig.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {refuseUnserved} from '../sandbox/refuse-unserved.ts';
import {openContext} from './open-context.ts';
import {type ProgramKubeconfig, programKubeconfig} from './program-kubeconfig.ts';
import type {Started} from './started.ts';

/** Request of `gantry kubeconfig --print`. */
export type PrintKubeconfig = BackendRequest & {
  readonly withLogin: boolean;
  /** True if stdout is a terminal: credentials are not shown. */
  readonly isSeen: boolean;
  readonly asJson: boolean;
  readonly onStart: (started: Started) => void;
};

/** Returns the name of a workspace's context, cluster and user among other entries. */
export const entryName = (workspace: string): string => `gantry-${workspace}`;

/** Returns the kubeconfig of a workspace as a text, for a file or a program. */
export async function printKubeconfig(
  {withLogin, isSeen, asJson, onStart, ...request}: PrintKubeconfig,
  deps: Deps,
): Promise<string> {
  const context = await openContext(request, deps);
  if (isSeen && !withLogin)
    throw new GantryError({
      code: 'input/usage',
      message: 'the kubeconfig contains credentials, but stdout is a terminal',
      hint: 'Write it to a file or a pipe, pass --exec for a kubeconfig without credentials, or pass --reveal.',
    });
  const flat = await namedKubeconfig({context, request, withLogin}, deps);
  const {name, from} = context.chosen;
  onStart({name, from, server: flat.server, warnings: context.warnings});
  const text = asJson ? (await deps.kubeconfigFiles()).json(flat) : flat.text;
  return (await deps.programs()).inClear(text);
}

/** Names the entries after the workspace. @throws GantryError `sandbox/not-served` if no process serves its sandbox */
export async function namedKubeconfig(asked: Omit<ProgramKubeconfig, 'name'>, deps: Deps): Promise<FlatKubeconfig> {
  const {chosen, kubeconfig} = asked.context;
  await refuseUnserved(kubeconfig, deps);
  return programKubeconfig({...asked, name: entryName(chosen.name)}, deps);
}
