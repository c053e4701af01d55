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

/** Where a workspace is looked for: the stack that was found, or (for commands without files) just the project's directory. */
export type ChooseWorkspace = {
  readonly request: StackRequest;
  readonly location?: StackLocation | undefined;
  /** The project's `workspaces/`, when there is a project but no stack. */
  readonly workspacesDir?: string | undefined;
};

/** What may stand in plain text: the kubeconfig is known when it is opened. */
function plainIn({context, env}: ChosenWorkspace['workspace']): JsonObject {
  const {kubeconfig_content: _, ...keys} = context ?? {};
  return {...(keys as JsonObject), ...env};
}

/** The name (or file) of the current workspace, and what made it that. */
export type Choice = {readonly wanted: string; readonly base: string; readonly from: ChosenFrom};

/**
 * The workspace of this run: `-w`, then `GANTRY_WORKSPACE`, then the stack's own, then what a person switched to. There is
 * no default: a run that nobody pointed at a cluster reaches none.
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

/** What `-w`, the environment, the stack or the switch say, without looking whether it exists. */
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
  // A script must do the same for everyone who runs it, whatever they last switched to.
  const switched = deps.interactive ? await readSwitch(deps.home) : undefined;
  return switched === undefined ? undefined : {wanted: switched, base: deps.cwd, from: 'switch'};
}

const directoryOf = ({location, workspacesDir}: ChooseWorkspace): string | undefined =>
  location?.project.workspacesDir ?? workspacesDir;
