import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {type LocatedHistory, locateHistory, whereAt} from './locate-history.ts';
import {splitStack} from './name-history.ts';

/** Returns the release history to rebuild. It needs no index: `-s PROJECT/STACK` and a workspace are its full name. */
export async function namesToRebuild(request: StackRequest, deps: Deps): Promise<LocatedHistory> {
  try {
    return await locateHistory(request, deps);
  } catch (error) {
    if (!(error instanceof GantryError) || request.stack === undefined) throw error;
    const {project, stack} = splitStack(request.stack);
    if (project === undefined || stack === undefined) throw error;
    const chosen = await chooseWorkspace({request, ...(await whereAt(request, deps))}, deps);
    return {names: {project, stack, workspace: chosen.name}, chosen};
  }
}
