import type {JsonObject} from '../json.ts';
import {checkGenerated} from './check-generated.ts';
import type {Generated, ModuleRequest} from './module.ts';
import {moduleConfig} from './module-config.ts';
import {moduleContext} from './module-context.ts';
import type {ModuleDefinition} from './module-definition.ts';
import {type ModuleProblem, ofModule} from './module-problem.ts';
import {plainJson} from './plain-json.ts';

/** One use of a module: its request, before its fields are merged and checked. It is plain data. */
export type ModuleUse = Omit<ModuleRequest, 'config'> & {
  /** The fields of the application. */
  readonly fields: JsonObject;
  /** The fields of the workspace for this project. Absent: none. */
  readonly platform?: JsonObject | undefined;
};

/** The result of one use, or all problems with it. */
export type ModuleRun = {readonly generated: Generated} | {readonly problems: readonly ModuleProblem[]};

/** Any module. Its functions take the fields that its own schemas made. */
export type AnyModule = ModuleDefinition<object, object>;

/**
 * Runs a module for one use: merges and checks its fields, selects the context keys that it asks for, and checks what it returns. An error
 * that the module throws is a problem of it.
 */
export async function runModule(definition: AnyModule, use: ModuleUse): Promise<ModuleRun> {
  const {fields, platform, context: all, ...request} = use;
  const merged = moduleConfig(definition, {application: fields, platform});
  const {context, problems: refused} = moduleContext(`module ${definition.name}`, definition.context ?? [], all);
  const wrong = [...('problems' in merged ? merged.problems : []), ...refused];
  if ('problems' in merged || wrong.length > 0) return {problems: wrong};
  return await generate(definition, {...request, config: merged.config, context});
}

async function generate(definition: AnyModule, request: ModuleRequest): Promise<ModuleRun> {
  let returned: unknown;
  try {
    returned = await definition.generate(request);
  } catch (error) {
    return {problems: [ofModule(`module ${definition.name} failed: ${messageOf(error)}`)]};
  }
  const plain = plainJson(returned);
  return 'problem' in plain
    ? {problems: [unusable(definition.name, plain.problem)]}
    : withDeclaredOutputs(definition, usableResult(definition.name, plain.json, request));
}

/** Reports outputs that the module does not declare. A module without `outputs` may return any output. */
function withDeclaredOutputs({name, outputs: declared}: AnyModule, run: ModuleRun): ModuleRun {
  if ('problems' in run || declared === undefined) return run;
  const others = Object.keys(run.generated.outputs ?? {}).filter((output) => !Object.hasOwn(declared, output));
  if (others.length === 0) return run;
  return {
    problems: others.map((output) => unusable(name, `the output \`${output}\` is not in \`outputs\` of the module`)),
  };
}

/** Returns the result of a module that was received as JSON, or all problems with it. */
export function usableResult(
  name: string,
  returned: Parameters<typeof checkGenerated>[0],
  use: Parameters<typeof checkGenerated>[1],
): ModuleRun {
  const checked = checkGenerated(returned, use);
  return 'faults' in checked ? {problems: checked.faults.map((fault) => unusable(name, fault))} : checked;
}

const unusable = (name: string, fault: string): ModuleProblem =>
  ofModule(`module ${name} returned a result that cannot be used: ${fault}`);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
