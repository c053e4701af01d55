/**
 * The entry of the package for authors of modules: what an application or a platform team adds to Gantry. Everything exported here is stable: it
 * changes only with a new major version.
 */
import type {ModuleDefinition} from './core/module/module-definition.ts';

export {z} from 'zod';
export type {Json, JsonObject} from './core/json.ts';
export {generated} from './core/module/generated-value.ts';
export type {Generated, ModuleRequest, Naming, WorkloadFacts} from './core/module/module.ts';
export type {ModuleDefinition} from './core/module/module-definition.ts';
export type {ModulePatch} from './core/module/module-patch.ts';

/** Returns a module as it is. The types of `config` in `generate` follow from its two schemas. */
export const defineModule = <Input extends object, Platform extends object = object>(
  module: ModuleDefinition<Input, Platform>,
): ModuleDefinition<Input, Platform> => module;
