import {join} from 'node:path';
import {isSea} from 'node:sea';
import {fileURLToPath} from 'node:url';
import type {ChildProgram} from '../adapters/modules/child-command.ts';
import {once} from '../lib/once.ts';
import type {OpenModule} from '../ports/modules.ts';
import type {OpenPrograms} from '../ports/restricted-programs.ts';

/** The parts of the program that modules of the workspace need. */
export type ModuleDeps = {readonly home: string; readonly version: string; readonly main: string};

/** Returns the function that opens modules of the workspace. It loads nothing until a module is opened. @param main the URL of main.ts, which the process of a module is beside */
export const openModules =
  ({home, version, main}: ModuleDeps): OpenModule =>
  async (name, folder) => {
    const {openModuleBy} = await import('../adapters/modules/open-module.ts');
    const {outputCache} = await import('../lib/output-cache.ts');
    const cache = outputCache(join(home, 'cache', 'modules'));
    return await openModuleBy({program: programBeside(main), version, cache})(name, folder);
  };

/** Returns the function that opens programs of a project. It loads nothing until one is called. @param main as above */
export const restrictedPrograms =
  (main: string): OpenPrograms =>
  (files) => {
    const opened = once(async () =>
      (await import('../adapters/modules/open-programs.ts')).openProgramsBy({program: programBeside(main)})(files),
    );
    return {call: async (...call) => await (await opened()).call(...call)};
  };

/** Returns the program of modules: the built one beside the built main.js, else its source with the packages that it loads. */
function programBeside(main: string): ChildProgram {
  if (isSea()) return {node: process.execPath, reads: []};
  const isSource = main.endsWith('.ts');
  const path = (relative: string): string => fileURLToPath(new URL(relative, main));
  return {
    node: process.execPath,
    file: path(`./module-child.${isSource ? 'ts' : 'js'}`),
    reads: isSource
      ? [path('./*'), path('../node_modules/zod/*'), path('../package.json')]
      : [path('./*'), path('../package.json')],
  };
}
