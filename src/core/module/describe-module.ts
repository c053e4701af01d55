import {defined} from '../../lib/defined.ts';
import type {Json, JsonObject} from '../json.ts';
import type {AnyModule} from './run-module.ts';

/** The description of a module: plain data for checks and editors. */
export type ModuleDescription = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The JSON Schema of the application's fields. */
  readonly input: JsonObject;
  /** The JSON Schema of the platform's fields. Absent: it has none. */
  readonly platform?: JsonObject;
  /** The keys of the workspace's context that it asks for. */
  readonly context: readonly string[];
  /** The descriptions of its outputs. Absent: the module does not declare them. */
  readonly outputs?: Readonly<Record<string, string>>;
};

/** Returns the description of a module. */
export function describeModule({
  name,
  version,
  description,
  input,
  platform,
  context = [],
  outputs,
}: AnyModule): ModuleDescription {
  return {
    name,
    version,
    description,
    input: schemaOf(input),
    ...defined({platform: platform && schemaOf(platform), outputs}),
    context,
  };
}

/** Returns the JSON Schema of what users write: a field with a default is optional. */
const schemaOf = (schema: AnyModule['input']): JsonObject =>
  JSON.parse(
    JSON.stringify(schema.toJSONSchema({io: 'input', unrepresentable: 'any'})) satisfies string,
  ) as Json as JsonObject;
