import type {ZodType} from 'zod';
import type {JsonObject} from '../json.ts';
import type {Generated, ModuleRequest} from './module.ts';

/**
 * A module as its author writes it. A field of `input` is set by the application, a field of `platform` by the workspace, and a field of both by
 * both: the application wins, maps are merged.
 */
export type ModuleDefinition<Input extends object = JsonObject, Platform extends object = JsonObject> = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly input: ZodType<Input>;
  readonly platform?: ZodType<Platform>;
  /** The keys of the workspace's context that it asks for. Credentials of providers are refused. */
  readonly context?: readonly string[];
  /** The outputs by name, with their descriptions. Other outputs are errors. Absent: any output is allowed, and `module show` lists none. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** A method, so that a module with its own fields is assignable to `ModuleDefinition<object, object>`. */
  generate(request: ModuleRequest<Input & Platform>): Generated | Promise<Generated>;
};
