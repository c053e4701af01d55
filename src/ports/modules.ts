import type {ModuleDescription} from '../core/module/describe-module.ts';
import type {ModuleRun, ModuleUse} from '../core/module/run-module.ts';

/** A module in a folder, which runs in a process of its own. */
export type FolderModule = {
  /** `sha512-…` of all files of the folder, in the form of package locks. */
  readonly integrity: string;
  /** Describes the module, or gives the reasons why the folder cannot be used as one. */
  readonly describe: () => Promise<ModuleDescription | {readonly faults: readonly string[]}>;
  /** Runs the module for one use. A module that loops, ends or returns invalid data is a problem, never an exception. */
  readonly run: (use: ModuleUse) => Promise<ModuleRun>;
};

/** A reason why a folder cannot be opened as a module. */
export type ModuleFolderProblem = {readonly problem: string; readonly hint?: string | undefined};

/** Opens the module in a folder under the name that the workspace has for it. Its code does not run before it is described or run. */
export type OpenModule = (name: string, folder: string) => Promise<FolderModule | ModuleFolderProblem>;
