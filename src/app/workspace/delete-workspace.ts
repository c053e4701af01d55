import {clearSwitch, readSwitch} from '../../config/user-switch.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {historyText} from '../../core/release/history-names.ts';
import {INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import {refersTo} from '../../core/workspace/workspace-scope.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {dependentsOf, dependentText} from './dependents.ts';
import {forgetExternals} from './forget-externals.ts';
import {forgetPins} from './forget-pin.ts';
import {type KeptWorkspace, keptWorkspace} from './kept-workspace.ts';
import {workspacesAround} from './surroundings.ts';

/** Request of `gantry workspace delete`. */
export type DeleteWorkspace = StackRequest & {
  readonly name: string;
  /** True to delete it even if stacks still have resources there, or other workspaces need it. */
  readonly force: boolean;
};

/** The answer of `gantry workspace delete`. */
export type DeletedWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly file: string;
  /** `project/stack/workspace` of each stack that still has resources in its cluster. */
  readonly leftBehind: readonly string[];
  /** The workspaces that cannot be read, or have no cluster, without it: `tenant-1 (extends)`. */
  readonly needed: readonly string[];
  /** True if it was the user's switched workspace; now none is. */
  readonly wasSwitch: boolean;
};

/**
 * Removes a workspace, the cluster pinned for it, and its external resources from the backend. Releases and objects stay.
 * @throws GantryError 'workspace/in-use' when a stack still has resources there, 'workspace/needed', 'workspace/not-found'
 */
export async function deleteWorkspace(request: DeleteWorkspace, deps: Deps): Promise<DeletedWorkspace> {
  const {force} = request;
  const kept = await keptWorkspace(request, deps);
  const {name, scope, backend, file, stored} = kept;
  const leftBehind = [...(await stacksIn(name, backend)), ...(await stacksElsewhere(kept))];
  if (leftBehind.length > 0 && !force) throw new GantryError({code: 'workspace/in-use', name, stacks: leftBehind});
  const workspacesDir = workspacesAround(request, deps);
  const needed = (await dependentsOf(name, {directory: workspacesDir, backend})).map(dependentText);
  if (needed.length > 0 && !force) throw new GantryError({code: 'workspace/needed', name, by: needed});
  if ((await backend.delete(file, stored.version)) === 'conflict')
    throw new GantryError({code: 'workspace/changed', name});
  await forgetPins(kept, deps);
  await forgetExternals(kept);
  const switched = await readSwitch(deps.home);
  const wasSwitch = switched !== undefined && refersTo(switched, {name, scope});
  if (wasSwitch) await clearSwitch(deps.home);
  return {formatVersion: 1, name, file, leftBehind, needed, wasSwitch};
}

/** Returns the stacks of the project's backend in the user's own workspace. A shared workspace with its name has its own stacks there. */
async function stacksElsewhere({name, file, releases}: KeptWorkspace): Promise<readonly string[]> {
  if (releases === undefined || (await releases.get(file)) !== undefined) return [];
  return stacksIn(name, releases);
}

/** Returns the stacks whose last release left resources, or that a run was applying. */
async function stacksIn(workspace: string, backend: Backend): Promise<readonly string[]> {
  const all = (await backend.list(INDEX_PREFIX)).flatMap((key) => parseIndexKey(key) ?? []);
  const here = all.filter((names) => names.workspace === workspace);
  const live = await Promise.all(
    here.map(async (names) => {
      const {last, interrupted} = await openHistory({backend, ...names});
      return (last?.state.length ?? 0) > 0 || interrupted.length > 0 ? [historyText(names)] : [];
    }),
  );
  return live.flat();
}
