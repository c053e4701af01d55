import {resolve} from 'node:path';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import type {LoginProgram} from '../../ports/kubeconfig-files.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import type {ProgramContext} from './open-context.ts';

/** A kubeconfig with a login. `stays`: it is a file of the user, which must work after Gantry or Node.js was moved or updated. */
type LoginRequest = BackendRequest & {readonly stays?: boolean};

/** Returns the command with which kubectl and other programs get the credentials of a workspace: `gantry credential`. */
export async function loginProgram(
  {chosen}: Pick<ProgramContext, 'chosen'>,
  {directory, stack, backend, stays = false}: LoginRequest,
  deps: Deps,
): Promise<LoginProgram> {
  const programs = await deps.programs();
  const {command, args} = await (stays ? programs.launcher() : programs.self());
  const from = resolve(deps.cwd, directory ?? '.');
  return {
    command,
    args: [
      ...args,
      'credential',
      '-w',
      wantedBy(chosen),
      '-C',
      from,
      ...(stack === undefined ? [] : ['-s', stack]),
      ...(backend === undefined ? [] : ['--backend', backend]),
    ],
    env: Object.fromEntries(
      [
        ['GANTRY_HOME', deps.env['GANTRY_HOME'] ? deps.home : undefined],
        ['GANTRY_BACKEND', backend === undefined ? deps.env['GANTRY_BACKEND'] : undefined],
      ].filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
    ),
  };
}

/** Returns a value of `-w` that works in every directory. The name of the user's own workspace does. */
function wantedBy({name, place, file, scope}: ChosenWorkspace): string {
  if (scope === 'mine') return scopedName(scope, name);
  return place === 'file' ? file : name;
}
