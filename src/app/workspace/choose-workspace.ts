import {resolve} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {readSwitch} from '../../config/user-switch.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {plaintextValues} from '../../core/workspace/plaintext-values.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {requireInBase} from '../untrusted/require-in-base.ts';
import type {ChosenFrom, ChosenWorkspace} from './chosen-workspace.ts';
import {findWorkspace} from './find-workspace.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';
import {whereWorkspacesLie} from './where-workspaces-lie.ts';

export type {ChosenWorkspace} from './chosen-workspace.ts';

/** The place to search for a workspace: the stack, or (for commands without files) the directory of the project. */
export type ChooseWorkspace = {
  readonly request: StackRequest;
  readonly location?: StackLocation | undefined;
  /** The project's `workspaces/`, when there is a project but no stack. */
  readonly workspacesDir?: string | undefined;
};

/** Returns the values that may be in plain text; those of the kubeconfig become known when it is opened. */
function plainIn({context, env}: ChosenWorkspace['workspace']): JsonObject {
  const {kubeconfig_content: _, ...keys} = context ?? {};
  return {...(keys as JsonObject), ...env};
}

/** The name (or file) of the current workspace, and its source. */
export type Choice = {readonly wanted: string; readonly base: string; readonly from: ChosenFrom};

/**
 * Chooses the workspace of this run: `-w`, then `GANTRY_WORKSPACE`, then the stack's own, then the one selected with `workspace switch`.
 * There is no default: without a choice no cluster is reached.
 * @throws GantryError 'workspace/not-chosen', 'workspace/not-found', or 'input/invalid' when its file is wrong
 */
export async function chooseWorkspace(choose: ChooseWorkspace, deps: Deps): Promise<ChosenWorkspace> {
  const places = {directory: directoryOf(choose), backend: (await whereWorkspacesLie(deps)).backend};
  const choice = await currentChoice(choose, deps);
  if (choice !== undefined) {
    const found = await findWorkspace({...choice, ...places});
    deps.learned.learn(plaintextValues(plainIn(found.workspace)));
    return {...found, from: choice.from};
  }
  const known = knownNames(await knownWorkspaces(places));
  const unused = deps.interactive ? undefined : await readSwitch(deps.home);
  throw new GantryError({code: 'workspace/not-chosen', known, unusedSwitch: unused});
}

/** Returns the choice of `-w`, the environment, the stack or the switch, without a check whether it exists. */
export async function currentChoice({request, location}: ChooseWorkspace, deps: Deps): Promise<Choice | undefined> {
  const here = resolve(deps.cwd, request.directory ?? '.');
  if (request.workspace === '')
    throw new GantryError({code: 'input/usage', message: '-w is empty and names no workspace'});
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

const directoryOf = ({location, workspacesDir}: ChooseWorkspace): string | undefined =>
  location?.project.workspacesDir ?? workspacesDir;
