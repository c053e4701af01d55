import {dump} from 'js-yaml';
import {z} from 'zod';
import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';
import {fieldSchema, knownFields, unwrapped} from '../../core/schema/known-fields.ts';

type Neighbour = {readonly file: string; readonly schema: z.core.$ZodType};

/** Maps the schema of a file to the related file that an unknown field may belong to. */
export const neighbours = new WeakMap<z.core.$ZodType, Neighbour>();

/** Returns the example of the field at a path, or of its nearest parent: `sources: [{manifests: manifests/*.yaml}]`. */
export function exampleAt(schema: z.core.$ZodType, path: JsonPath): string | undefined {
  for (let end = path.length; end > 0; end--) {
    const name = path[end - 1];
    const example = examplesOf(fieldSchema(schema, path.slice(0, end)))[0];
    if (typeof name === 'string' && example !== undefined) return exampleText(name, example);
  }
  return undefined;
}

/** Returns a hint with the place that an unknown top-level field belongs to: the items of another field, or another file. */
export function rightPlace(schema: z.core.$ZodType, key: string): string | undefined {
  const inside = knownFields(schema, []).flatMap((field) => itemExample(schema, field, key));
  const neighbour = neighbours.get(schema);
  if (inside[0] !== undefined) return `Write it like this: ${inside[0]}`;
  if (neighbour === undefined) return undefined;
  const there = exampleAt(neighbour.schema, [key]);
  const deeper = knownFields(neighbour.schema, []).flatMap((field) => itemExample(neighbour.schema, field, key))[0];
  const example = there ?? deeper;
  return example === undefined ? undefined : `Move it to ${neighbour.file}: ${example}`;
}

/** Returns the examples of a list whose items begin with the key. */
const itemExample = (schema: z.core.$ZodType, field: string, key: string): readonly string[] =>
  knownFields(schema, [field, 0]).includes(key)
    ? examplesOf(fieldSchema(schema, [field]))
        .filter((example) => isList(example) && isObject(example[0]) && Object.keys(example[0])[0] === key)
        .map((example) => exampleText(field, example))
    : [];

/** Returns the examples of a schema, or of the schema inside `optional`, `nullable` or `default`. */
function examplesOf(schema: z.core.$ZodType | undefined): readonly Json[] {
  if (schema === undefined) return [];
  const {examples} = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) return examples as readonly Json[];
  const inner = unwrapped(schema);
  return inner === schema ? [] : examplesOf(inner);
}

/** Returns a field with an example value, in one line of YAML. */
export const exampleText = (name: string, example: Json): string =>
  `${name}: ${dump(example, {flowLevel: 0, lineWidth: -1}).trim()}`;
