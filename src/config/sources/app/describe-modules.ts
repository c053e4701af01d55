import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {ModuleDescription} from '../../../core/module/describe-module.ts';
import {partOf} from '../../../core/variation/located.ts';
import type {DescribedModules} from '../described-modules.ts';
import type {SourceEntry} from '../source.ts';
import {problemAt} from './problem-at.ts';
import type {WorkspaceModules} from './workspace-modules.ts';

/** Describes all modules that a workspace adds, in the order of their names. Reports problems at the entry of the module. */
export async function describeModules(
  {names, open}: WorkspaceModules,
  {workspace}: Pick<SourceEntry, 'workspace'>,
): Promise<DescribedModules> {
  const modules = new Map<string, ModuleDescription>();
  const diagnostics: Diagnostic[] = [];
  for (const name of [...names].toSorted()) {
    const opened = await open(name);
    const described = 'problem' in opened ? {faults: [opened.problem]} : await opened.describe();
    if (!('faults' in described)) {
      modules.set(name, described);
      continue;
    }
    const node = workspace?.modules && partOf(workspace.modules, name);
    for (const fault of described.faults)
      if (node !== undefined)
        diagnostics.push(problemAt(node, [], {message: `module ${name}: ${fault.replace(`module ${name}: `, '')}`}));
  }
  return {modules, diagnostics};
}
