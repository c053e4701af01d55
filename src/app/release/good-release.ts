import type {StackLocation} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {refuseMixedHistory} from '../workspace/find-workspace.ts';
import {placesOf} from '../workspace/workspace-locations.ts';
import {lastGoodRelease} from './choose-release.ts';
import {existingHistory} from './existing-history.ts';
import {readRevision} from './read-revision.ts';

/** A release of a stack in another workspace than that of the run. */
export type GoodRelease = {
  readonly release: Release;
  readonly workspace: string;
  readonly chosen: ChosenWorkspace;
  readonly backend: Backend;
};

/**
 * Returns a release of the stack in the workspace of the request: the last successful one, or the given revision.
 * @throws GantryError release/not-found, workspace/not-found
 */
export async function goodRelease(
  request: StackRequest & {readonly workspace: string; readonly revision?: number | undefined},
  location: StackLocation,
  deps: Deps,
): Promise<GoodRelease> {
  const chosen = await chooseWorkspace({request, location}, deps);
  await refuseMixedHistory(chosen, await placesOf(location.project.workspacesDir, deps));
  const names = {project: location.project.name, stack: location.stack.name, workspace: chosen.name};
  const {directory, stack, workspace, revision} = request;
  const backend = await deps.backendFor({workspace, ...defined({directory, stack})});
  try {
    const release =
      revision === undefined
        ? await lastGoodRelease({history: await existingHistory(backend, names), names, backend})
        : await readRevision(backend, names, revision);
    return {release, workspace: chosen.name, chosen, backend};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'release/not-found') throw error;
    throw new GantryError({...error.failure, workspace});
  }
}
