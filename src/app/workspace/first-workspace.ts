import {resolve} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {BUILT_IN} from './built-in-workspace.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenFrom} from './chosen-workspace.ts';
import {type Choice, currentChoice} from './current-choice.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';
import {placesOf} from './workspace-locations.ts';

/** A command about two workspaces that names only the second one. */
export type NamedSecond = {
  /** The stack. */
  readonly request: Omit<StackRequest, 'workspace'>;
  readonly location: StackLocation;
  readonly second: string;
  /** The flag that would name the first workspace. */
  readonly flag: string;
};

/** The current workspace, as `-w` would name it, and what chose it. */
export type FirstWorkspace = {readonly workspace: string; readonly from: Exclude<ChosenFrom, '-w'>};

/**
 * Returns the current workspace as the first of two. If no workspace is chosen, or if it is the second one, Gantry does not guess another one.
 * @throws GantryError input/usage with the workspaces that the flag could name, workspace/not-found
 */
export async function firstWorkspace(
  {request, location, second, flag}: NamedSecond,
  deps: Deps,
): Promise<FirstWorkspace> {
  const choice = await currentChoice({request, location}, deps);
  const current = choice && (await chooseWorkspace({request, location}, deps));
  const {name} = await chooseWorkspace({request: {...request, workspace: second}, location}, deps);
  const from = choice?.from;
  if (choice !== undefined && from !== undefined && from !== '-w' && current?.name !== name)
    return {workspace: referenceOf(choice, flag), from};
  const known = knownNames(await knownWorkspaces(await placesOf(location.project.workspacesDir, deps)));
  const possible = known.filter((one) => one !== name && one !== BUILT_IN.name);
  throw new GantryError({
    code: 'input/usage',
    message:
      from === undefined
        ? `${flag} must name the first workspace, because no workspace is selected`
        : `${flag} must name the first workspace, because the current workspace (from ${from}) is ${name} itself`,
    hint:
      possible.length === 0
        ? `${name} is the only workspace. See "gantry workspace list".`
        : `Pass ${flag}. Possible: ${possible.join(', ')}.`,
  });
}

/** Returns a name as it is written, and a file with its path. */
function referenceOf({wanted, base, from}: Choice, flag: string): string {
  if (!looksLikeFile(wanted)) return wanted;
  // A file that `-w` names needs no consent, but a file that a project names does.
  if (from === 'stack.yaml')
    throw new GantryError({
      code: 'input/usage',
      message: `${flag} must name the first workspace, because stack.yaml selects a file (${wanted})`,
      hint: `Pass ${flag} ${wanted}.`,
    });
  return resolve(base, wanted);
}
