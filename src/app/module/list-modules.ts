import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {MODULES} from '../../registry/modules.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {described, type ModulePlace} from './find-module.ts';
import {modulesAround} from './modules-around.ts';

/** A module of the list. If it has no version, it cannot be used, and `diagnostics` of the list contains the reason. */
export type ListedModule = {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly place: ModulePlace;
};

/** The answer of `gantry module list`. */
export type ModulesListed = {
  readonly formatVersion: 1;
  /** Absent: none is chosen, and only the built-in modules are listed. */
  readonly workspace?: string;
  readonly modules: readonly ListedModule[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Lists the built-in modules, then those of the workspace by name. A module that cannot be used is an error among the diagnostics. */
export async function listModules(request: StackRequest, deps: Deps): Promise<ModulesListed> {
  const {workspace, paths, open} = await modulesAround(request, deps);
  const builtIn = Object.values(MODULES).map(
    ({name, version, description}): ListedModule => ({name, version, description, place: {from: 'built-in'}}),
  );
  const diagnostics: Diagnostic[] = [];
  const own: ListedModule[] = [];
  for (const [name, path] of paths) {
    const place: ModulePlace = {from: 'workspace', workspace: workspace ?? '', path};
    try {
      const {version, description} = (await described(await open(name), {name})).description;
      own.push({name, version, description, place});
    } catch (error) {
      if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
      diagnostics.push(...error.failure.diagnostics.filter(isError));
      own.push({name, place});
    }
  }
  return {formatVersion: 1, ...defined({workspace}), modules: [...builtIn, ...own], diagnostics};
}
