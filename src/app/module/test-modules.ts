import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {interrupted} from '../report/interrupted.ts';
import {casesOf} from './cases-of.ts';
import {inFolder} from './find-module.ts';
import {type CaseResult, runCase} from './run-case.ts';
import {testedFolders} from './tested-folders.ts';

/** Request of `gantry module test [MODULE]`. `update`: writes the objects as the expected ones. */
export type TestModules = Pick<StackRequest, 'directory'> & {
  readonly module?: string | undefined;
  readonly update: boolean;
};

/** The results of the tests of a module. */
export type ModuleTested = {
  readonly name: string;
  readonly version: string;
  /** The absolute path of its folder. */
  readonly folder: string;
  readonly seconds: number;
  readonly cases: readonly CaseResult[];
};

/** The answer of `gantry module test`. */
export type ModulesTested = {readonly modules: readonly ModuleTested[]; readonly isPassed: boolean};

/**
 * Runs the tests of modules one after the other.
 * @throws GantryError `input/invalid` if a module is not found or cannot be used
 */
export async function testModules({directory, module, update}: TestModules, deps: Deps): Promise<ModulesTested> {
  const modules: ModuleTested[] = [];
  for (const folder of testedFolders(directory ?? deps.cwd, module)) {
    const {name, version} = (await inFolder(folder, deps)).description;
    const begin = deps.clock.monotonic();
    const cases: CaseResult[] = [];
    for (const test of casesOf(folder)) {
      if (deps.signal.aborted) throw interrupted(deps.signal);
      cases.push(await runCase({module: {name, folder}, test, update}, deps));
    }
    modules.push({name, version, folder, seconds: (deps.clock.monotonic() - begin) / 1000, cases});
  }
  return {modules, isPassed: modules.every(({cases}) => cases.every(({problems}) => problems.length === 0))};
}
