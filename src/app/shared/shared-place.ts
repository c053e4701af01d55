import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {workspaceName} from '../release/name-history.ts';
import {looseSurroundings} from '../workspace/surroundings.ts';

/** The workspace whose shared resources are meant, and the backend that stores them. */
export type SharedPlace = {readonly workspace: string; readonly backend: Backend};

/** Names the workspace of a command about shared resources. No file is needed if it is named. @throws GantryError input/usage */
export async function sharedPlace(request: StackRequest, command: string, deps: Deps): Promise<SharedPlace> {
  const {location} = await looseSurroundings(request, deps);
  const {workspace} = await workspaceName(request, location, deps);
  if (workspace !== undefined) return {workspace, backend: await deps.backend()};
  throw new GantryError({
    code: 'input/usage',
    message: 'no workspace is selected',
    hint: `Name it: gantry shared ${command} -w WORKSPACE.`,
  });
}
