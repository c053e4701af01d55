import {GantryError} from '../../core/failure/failure.ts';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import {looseSurroundings} from './surroundings.ts';

/**
 * Returns the name of the current workspace as `workspace update` accepts it: `mine/dev`.
 * @throws GantryError input/usage for a file that is in none of these places, workspace/not-chosen, workspace/not-found
 */
export async function nameOfCurrent(request: StackRequest, deps: Deps): Promise<string> {
  const {name, scope, place, file} = await chooseWorkspace(
    {request, ...(await looseSurroundings(request, deps))},
    deps,
  );
  if (scope !== undefined) return scopedName(scope, name);
  if (place === 'built-in') return name;
  throw new GantryError({
    code: 'input/usage',
    message: `the current workspace ${name} is a file`,
    hint: `Edit ${file} yourself.`,
  });
}
