import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenFrom} from './chosen-workspace.ts';
import {looseSurroundings} from './surroundings.ts';

/** The answer of `gantry workspace current`. */
export type CurrentWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly from: ChosenFrom;
  readonly place: WorkspacePlace;
  readonly file: string;
  readonly suspended: boolean;
};

/** Returns the workspace that a command would use here, and why. */
export async function currentWorkspace(request: StackRequest, deps: Deps): Promise<CurrentWorkspace> {
  const chosen = await chooseWorkspace({request, ...(await looseSurroundings(request, deps))}, deps);
  const {name, from, place, file, workspace} = chosen;
  return {formatVersion: 1, name, from, place, file, suspended: workspace.suspended === true};
}
