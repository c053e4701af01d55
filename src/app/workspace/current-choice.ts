import {resolve} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {readSwitch} from '../../config/user-switch.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {requireInBase} from '../untrusted/require-in-base.ts';
import type {ChosenFrom} from './chosen-workspace.ts';

/** The place to search for a workspace: the stack, or (for commands without files) the directory of the project. */
export type ChooseWorkspace = {
  readonly request: StackRequest;
  readonly location?: StackLocation | undefined;
  /** The project's `workspaces/`, when there is a project but no stack. */
  readonly workspacesDir?: string | undefined;
};

/** The name (or file) of the current workspace, and its source. */
export type Choice = {readonly wanted: string; readonly base: string; readonly from: ChosenFrom};

/** Returns the choice of `-w`, the environment, the stack or the switch, without a check whether it exists. */
export async function currentChoice({request, location}: ChooseWorkspace, deps: Deps): Promise<Choice | undefined> {
  const here = resolve(deps.cwd, request.directory ?? '.');
  if (request.workspace === '')
    throw new GantryError({
      code: 'input/usage',
      message: '-w is empty and names no workspace',
      hint: 'Name one, or leave out -w. "gantry workspace list" lists them.',
    });
  if (request.workspace !== undefined) return {wanted: request.workspace, base: here, from: '-w'};
  const variable = deps.env['GANTRY_WORKSPACE'] ?? '';
  if (variable !== '') return {wanted: variable, base: deps.cwd, from: 'GANTRY_WORKSPACE'};
  const own = location?.stack.workspace;
  if (location !== undefined && own !== undefined) requireInBase(location, own);
  if (location !== undefined && own !== undefined) return {wanted: own, base: location.stack.dir, from: 'stack.yaml'};
  // A script must behave the same for every user, so it ignores the switch.
  const switched = deps.interactive ? await readSwitch(deps.home) : undefined;
  return switched === undefined ? undefined : {wanted: switched, base: deps.cwd, from: 'switch'};
}
