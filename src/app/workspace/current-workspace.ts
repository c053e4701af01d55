import type {CurrentWorkspace} from '../../config/documents/workspace-output.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import {looseSurroundings} from './surroundings.ts';

/** Which workspace a command would use here and now, and why. */
export async function currentWorkspace(request: StackRequest, deps: Deps): Promise<CurrentWorkspace> {
  const chosen = await chooseWorkspace({request, ...(await looseSurroundings(request, deps))}, deps);
  const {name, from, place, file, scope, workspace} = chosen;
  return {formatVersion: 1, name, from, place, file, ...defined({scope}), suspended: workspace.suspended === true};
}
