import {readProject} from '../../config/read-project.ts';
import {workspaceModules} from '../../config/sources/app/workspace-modules.ts';
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
  /** The modules of the workspace with a `path`, by name. The path is as it is written. */
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
  const {names, open} = workspaceModules({workspace, place}, {open: deps.modules});
  const paths = [...names].toSorted(compareNaturally).map((name): [string, string] => {
    const path = workspace?.modules && locatedAt(workspace.modules, [name, 'path'])?.value;
    return [name, typeof path === 'string' ? path : ''];
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
