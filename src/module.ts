/**
 * The entry of the package for authors of modules, applications and policies: what an application or a platform team adds to Gantry. Everything exported here is stable: it
 * changes only with a new major version.
 */
import type {JsonObject} from './core/json.ts';
import type {ModuleDefinition} from './core/module/module-definition.ts';
import type {Applications, ApplicationsFunction} from './core/program/application-program.ts';
import type {PolicyDefinition} from './core/program/policy-program.ts';

export {z} from 'zod';
export type {Json, JsonObject} from './core/json.ts';
export {generated} from './core/module/generated-value.ts';
export type {Generated, ModuleRequest, Naming, WorkloadFacts} from './core/module/module.ts';
export type {ModuleDefinition} from './core/module/module-definition.ts';
export type {ModulePatch} from './core/module/module-patch.ts';
export type {
  ApplicationFields,
  Applications,
  ApplicationsFunction,
  ApplicationsRequest,
} from './core/program/application-program.ts';
export type {
  ChangeRequest,
  ObjectRequest,
  PolicyAnswer,
  PolicyDefinition,
  PolicyProblem,
} from './core/program/policy-program.ts';

/** Returns a module as it is. The types of `config` in `generate` follow from its two schemas. */
export const defineModule = <Input extends object, Platform extends object = object>(
  module: ModuleDefinition<Input, Platform>,
): ModuleDefinition<Input, Platform> => module;

/** Returns applications, or the function that returns them, as they are. */
export function defineApplications<Defined extends Applications | ApplicationsFunction>(applications: Defined): Defined;
/** Returns a function of applications that receives keys of the workspace's context. */
export function defineApplications<const Key extends string>(
  asks: {readonly context: readonly Key[]},
  applications: ApplicationsFunction<Key>,
): ApplicationsFunction<Key>;
export function defineApplications(first: object, applications?: ApplicationsFunction<string>): object {
  return applications === undefined ? first : Object.assign(applications, first);
}

/** Returns a policy as it is. @typeParam Checked the type of the objects that it checks */
export const definePolicy = <Checked = JsonObject>(policy: PolicyDefinition<Checked>): PolicyDefinition<Checked> =>
  policy;
