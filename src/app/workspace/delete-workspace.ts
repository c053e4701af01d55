import {clearSwitch, readSwitch} from '../../config/user-settings.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {INDEX_PREFIX, parseIndexKey, workspaceKey} from '../../core/release/keys.ts';
import {seriesText} from '../../core/release/series-names.ts';
import {pinKey} from '../../core/workspace/cluster-pin.ts';
import {openSeries} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../release-requests.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';
import {surroundings} from './surroundings.ts';

export type DeleteWorkspace = StackRequest & {
  readonly name: string;
  /** Also when stacks still have resources there. */
  readonly force: boolean;
};

export type DeletedWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly file: string;
  /** `project/stack/workspace` of what still has resources in its cluster. */
  readonly leftBehind: readonly string[];
  /** The user had switched to it, and is now switched to none. */
  readonly wasSwitch: boolean;
};

/**
 * Removes a workspace, and the cluster pinned for it, from the backend. Releases stay.
 * @throws GantryError 'workspace/in-use' when a stack still has resources there, 'workspace/not-found'
 */
export async function deleteWorkspace(request: DeleteWorkspace, deps: Deps): Promise<DeletedWorkspace> {
  const {name, force} = request;
  const backend = await deps.backend();
  const file = workspaceKey(name);
  const stored = await backend.get(file);
  if (stored === undefined) throw await notInBackend(request, backend, deps);
  const leftBehind = await stacksIn(name, backend);
  if (leftBehind.length > 0 && !force) throw new GantryError({code: 'workspace/in-use', name, stacks: leftBehind});
  if ((await backend.delete(file, stored.version)) === 'conflict') {
    throw new GantryError({
      code: 'backend/io',
      detail: `${file} was changed by someone else at this moment; nothing was deleted`,
    });
  }
  await forgetPin(name, backend);
  const wasSwitch = (await readSwitch(deps.home)) === name;
  if (wasSwitch) await clearSwitch(deps.home);
  return {formatVersion: 1, name, file, leftBehind, wasSwitch};
}

/** Stacks whose last release left resources, or that a run was working on. */
async function stacksIn(workspace: string, backend: Backend): Promise<readonly string[]> {
  const all = (await backend.list(INDEX_PREFIX)).flatMap((key) => parseIndexKey(key) ?? []);
  const here = all.filter((names) => names.workspace === workspace);
  const live = await Promise.all(
    here.map(async (names) => {
      const {last, interrupted} = await openSeries({backend, ...names});
      return (last?.state.length ?? 0) > 0 || interrupted.length > 0 ? [seriesText(names)] : [];
    }),
  );
  return live.flat();
}

/** A new workspace of the same name may lead to another cluster. */
async function forgetPin(name: string, backend: Backend): Promise<void> {
  const key = pinKey({name, place: 'backend', file: workspaceKey(name)});
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
}

async function notInBackend(request: DeleteWorkspace, backend: Backend, deps: Deps): Promise<GantryError> {
  const {name} = request;
  const {workspacesDir} = await surroundings(request, deps);
  const known = await knownWorkspaces({directory: workspacesDir, backend});
  const own = known.find((entry) => entry.name === name && entry.place === 'file');
  if (own === undefined) {
    return new GantryError({
      code: 'workspace/not-found',
      name,
      known: knownNames(known),
      looked: [`${workspaceKey(name)} in the backend ${backend.name}`],
    });
  }
  return new GantryError({
    code: 'input/usage',
    message: `the workspace ${name} is a file of this project`,
    hint: `Delete ${own.file} yourself.`,
  });
}
