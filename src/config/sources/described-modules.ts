import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ModuleDescription} from '../../core/module/describe-module.ts';

/** The modules of a workspace, and the problems with those that cannot be described. */
export type DescribedModules = {
  readonly modules: ReadonlyMap<string, ModuleDescription>;
  readonly diagnostics: readonly Diagnostic[];
};
