import {modulePlace, shownPlace} from '../../config/module-place.ts';
import {readProject} from '../../config/read-project.ts';
import {workspaceModules} from '../../config/sources/app/workspace-modules.ts';
import {isObject} from '../../core/json.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {locatedAt} from '../../core/variation/located.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {FolderModule, ModuleFolderProblem} from '../../ports/modules.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {currentChoice} from '../workspace/current-choice.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';
import {valuesOf, workspaceValues} from '../workspace/workspace-values.ts';

/** The modules that a workspace adds, and the project around the command. */
export type ModulesAround = {
  readonly projectDir: string;
  /** The name of the workspace. Absent: none is chosen. */
  readonly workspace?: string;
  /** The places of the modules of the workspace, by name: a path as it is written, or the package or repository. */
  readonly paths: ReadonlyMap<string, string>;
  readonly open: (name: string) => Promise<FolderModule | ModuleFolderProblem>;
};

/** Finds the modules of the chosen workspace. No module is opened. */
export async function modulesAround(request: StackRequest, deps: Deps): Promise<ModulesAround> {
  const directory = request.directory ?? deps.cwd;
  const around = await surroundings(request, deps);
  const workspace = await workspaceAround(request, around, deps);
  const projectDir = around.location?.project.dir ?? readProject(directory)?.dir ?? directory;
  const place = {stackDir: directory, projectDir, workspacesDir: around.workspacesDir ?? projectDir};
  const {names, open} = workspaceModules({workspace, place}, {open: deps.modules, tools: deps.fetchers});
  const paths = [...names].toSorted(compareNaturally).map((name): [string, string] => {
    const written = workspace?.modules && locatedAt(workspace.modules, [name])?.value;
    const published = modulePlace(written);
    const path = isObject(written) ? written['path'] : undefined;
    return [name, published === undefined ? (typeof path === 'string' ? path : '') : shownPlace(published)];
  });
  return {projectDir, paths: new Map(paths), open, ...defined({workspace: workspace?.name})};
}

/** Returns the chosen workspace, if there is one. */
async function workspaceAround(
  request: StackRequest,
  {location, workspacesDir}: Surroundings,
  deps: Deps,
): Promise<WorkspaceValues | undefined> {
  if (location !== undefined) return workspaceValues(request, location, deps);
  if ((await currentChoice({request}, deps)) === undefined) return undefined;
  return valuesOf(await chooseWorkspace({request, workspacesDir}, deps));
}
