import {availableParallelism} from 'node:os';
import {isObject, type JsonObject} from '../../../core/json.ts';
import type {ModuleDescription} from '../../../core/module/describe-module.ts';
import type {Generated, ModuleRequest, WorkloadFacts} from '../../../core/module/module.ts';
import {moduleContext} from '../../../core/module/module-context.ts';
import {ModuleFault} from '../../../core/module/module-fault.ts';
import {type ModuleProblem, ofModule} from '../../../core/module/module-problem.ts';
import type {AnyModule, ModuleUse} from '../../../core/module/run-module.ts';
import type {Located} from '../../../core/variation/located.ts';
import {extendMap} from '../../../core/workspace/extend-context.ts';
import {defined} from '../../../lib/defined.ts';
import {limitConcurrency} from '../../../lib/limit-concurrency.ts';
import type {FolderModule} from '../../../ports/modules.ts';
import {MODULES} from '../../../registry/modules.ts';
import {objectName, selectingLabels} from './application-names.ts';
import type {Generation, Use} from './generation.ts';
import {problemAt} from './problem-at.ts';

/** The settings of a run that are the same for all uses of an application. */
export type Run = {
  readonly labels: Readonly<Record<string, string>>;
  readonly workload: WorkloadFacts | undefined;
  readonly platform: Located | undefined;
  readonly generation: Generation;
};

/** The result of a use, and the fields that it was made from. Without a result, its problems were reported. */
export type UseRun = {readonly config: Located; readonly generated: Generated | undefined};

/** Runs a module for one use: a built-in one in this process, one of the workspace in a process of its own. */
export async function runUse(use: Use, run: Run): Promise<UseRun> {
  const {platform, generation} = run;
  const definition = Object.hasOwn(MODULES, use.module) ? MODULES[use.module] : undefined;
  const config = platform === undefined ? use.node : extendMap(use.node, platform);
  if (definition !== undefined) {
    // The fields were checked with the file. Fields of earlier layers, whose context is not expanded, could fail the schemas.
    const request = {...requestOf(use, run), config: config.value as JsonObject, context: {}};
    return await generateBuiltIn(definition, {use, request, config, generation});
  }
  if (!generation.modules.names.has(use.module)) return {config, generated: undefined};
  return await inTurn(() => runOfWorkspace(use, run, config));
}

/** The number of modules that run concurrently. More would need memory without being faster. One process describes and runs a module in one turn. */
const AT_ONCE = Math.min(8, Math.max(2, availableParallelism()));
const inTurn = limitConcurrency(AT_ONCE);

/** Runs a module of the workspace. */
async function runOfWorkspace(use: Use, run: Run, config: Located): Promise<UseRun> {
  const {platform, generation} = run;
  const problems = (all: readonly ModuleProblem[]): UseRun => {
    for (const {side, path, ...problem} of all)
      generation.report(problemAt(side === 'platform' && platform !== undefined ? platform : use.node, path, problem));
    return {config, generated: undefined};
  };
  const opened = await generation.modules.open(use.module);
  if ('problem' in opened) return problems([ofModule(opened.problem, opened.hint)]);
  const context = await contextFor(opened, use.module, generation);
  if ('problems' in context) return problems(context.problems);
  const fields = isObject(use.node.value) ? use.node.value : {};
  const {value} = platform ?? {};
  const moduleUse: ModuleUse = {
    ...requestOf(use, run),
    fields,
    context: context.context,
    ...defined({platform: value !== undefined && isObject(value) ? value : undefined}),
  };
  const result = await opened.run(moduleUse);
  return 'problems' in result ? problems(result.problems) : {config, generated: result.generated};
}

type BuiltIn = Pick<UseRun, 'config'> & {
  readonly use: Use;
  readonly request: ModuleRequest;
  readonly generation: Generation;
};

/** Runs a built-in module. It throws an error if a problem depends on the workload, which its schema cannot check. */
async function generateBuiltIn(definition: AnyModule, {use, request, config, generation}: BuiltIn): Promise<UseRun> {
  try {
    return {config, generated: await definition.generate(request)};
  } catch (error) {
    if (!(error instanceof ModuleFault)) throw error;
    generation.report(
      problemAt(use.node, [], {message: `module ${definition.name}: ${error.message}`, hint: error.hint}),
    );
    return {config, generated: undefined};
  }
}

/** Selects the context keys that a module asks for, before anything is sent to its process. */
async function contextFor(
  module: FolderModule,
  name: string,
  {modules, context: all}: Generation,
): Promise<{readonly context: JsonObject} | {readonly problems: readonly ModuleProblem[]}> {
  const described = await module.describe();
  const faults = 'faults' in described ? described.faults : await nameFaults(described, name, modules);
  if ('faults' in described || faults.length > 0)
    return {problems: faults.map((fault) => ofModule(`module ${name}: ${fault}`))};
  const {context, problems} = moduleContext(`module ${name}`, described.context, all);
  return problems.length > 0 ? {problems} : {context};
}

/** Returns the fault of a module whose name differs from its name in the workspace. It may be another version of a module in the workspace. */
async function nameFaults(
  {name: own, version}: Pick<ModuleDescription, 'name' | 'version'>,
  name: string,
  modules: Generation['modules'],
): Promise<readonly string[]> {
  if (own === name) return [];
  const named = modules.names.has(own) ? await modules.open(own) : undefined;
  const other = named === undefined || 'problem' in named ? undefined : await named.describe();
  if (other === undefined || 'faults' in other || other.name !== own)
    return [`its folder contains the module ${own}, but the workspace names it ${name}`];
  return [
    `its folder contains version ${version} of the module ${own}, but the workspace already has version ${other.version} of it: a stack can use only one version of a module`,
  ];
}

/** Returns the part of a request that is the same for all modules. */
export function requestOf(
  {application, accessory}: Use,
  {labels, workload, generation}: Run,
): Omit<ModuleUse, 'fields' | 'platform' | 'context'> {
  const {names, workspace, namespace, naming} = generation;
  const all = {...names, application, naming};
  return {
    ...names,
    workspace,
    application,
    name: objectName(all, accessory),
    naming,
    namespace,
    labels: {...labels, ...selectingLabels(all)},
    ...defined({accessory, workload}),
  };
}
