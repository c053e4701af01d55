import type {StackLocation} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace, currentChoice} from './choose-workspace.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** What a stack can take from its workspace. */
export const valuesOf = ({
  name,
  workspace,
  origin,
}: Pick<FoundWorkspace, 'name' | 'workspace' | 'origin'>): WorkspaceValues => ({
  name,
  context: workspace.context ?? {},
  placeOf: (key) => origin.position(['context', key]),
});

/**
 * The workspace for which files are read without a cluster; undefined where none is chosen. One that stack.yaml names may be
 * kept in another backend: its patches lie with the stack, so its name is enough until a value of it is asked for.
 * @throws GantryError when the workspace that `-w` names is not found, or the file of one is wrong
 */
export async function workspaceValues(
  request: StackRequest,
  location: StackLocation,
  deps: Deps,
): Promise<WorkspaceValues | undefined> {
  const choice = await currentChoice({request, location}, deps);
  if (choice === undefined) return undefined;
  try {
    return valuesOf(await chooseWorkspace({request, location}, deps));
  } catch (error) {
    if (choice.from === '-w' || looksLikeFile(choice.wanted) || !isNotFound(error)) throw error;
    return {name: choice.wanted};
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof GantryError && error.failure.code === 'workspace/not-found';
