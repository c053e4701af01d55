import {GantryError} from '../../core/failure/failure.ts';
import {SHARED_PREFIX, workspaceOfSharedKey} from '../../core/release/keys.ts';
import {SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {findHistories} from '../release/find-histories.ts';
import {workspaceName} from '../release/name-history.ts';
import {looseSurroundings} from '../workspace/surroundings.ts';

/** The workspace whose shared resources are meant, and the backend that stores them. */
export type SharedPlace = {readonly workspace: string; readonly backend: Backend};

/**
 * Names the workspace of a command about shared resources. No file is needed if it is named. A command that only reads takes the one workspace that
 * has shared resources in the backend.
 * @throws GantryError input/usage
 */
export async function sharedPlace(request: StackRequest, command: string, deps: Deps): Promise<SharedPlace> {
  const {location} = await looseSurroundings(request, deps);
  const {workspace} = await workspaceName(request, location, deps);
  const backend = await deps.backend();
  if (workspace !== undefined) return {workspace, backend};
  const known = READING.has(command) ? await workspacesWithShared(backend) : [];
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return {workspace: only, backend};
  const listed = known.length === 0 ? '' : ` These have shared resources: ${known.join(', ')}.`;
  throw new GantryError({
    code: 'input/usage',
    message: 'no workspace is selected',
    hint: `Name it: gantry shared ${command} -w WORKSPACE.${listed}`,
  });
}

/** The commands that write nothing. */
const READING: ReadonlySet<string> = new Set(['list', 'show ID']);

/** Returns the workspaces that have shared stacks or external resources in a backend. */
async function workspacesWithShared(backend: Backend): Promise<readonly string[]> {
  const [stacks, registered] = await Promise.all([
    findHistories(backend, {project: SHARED_PROJECT}),
    backend.list(SHARED_PREFIX),
  ]);
  const external = registered.flatMap((key) => workspaceOfSharedKey(key) ?? []);
  return [...new Set([...stacks.map(({workspace}) => workspace), ...external])].toSorted(compareNaturally);
}
