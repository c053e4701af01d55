import {isList, isObject, type Json} from '../json.ts';
import type {AnyModule} from './run-module.ts';

const NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Returns the faults of a value that should be a module: its author may write JavaScript. */
export function definitionFaults(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return ['it does not export a module: write `export default defineModule({…})`'];
  const {
    name,
    version,
    description,
    input,
    platform,
    context = [],
    outputs = {},
    generate,
  } = value as Readonly<Record<string, unknown>>;
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : ['`name` must be a name of lower-case letters, digits and -']),
    ...(isText(version) ? [] : ['`version` is missing']),
    ...(isText(description) ? [] : ['`description` is missing']),
    ...(isSchema(input) ? [] : ['`input` must be `z.strictObject({…})`']),
    ...(platform === undefined || isSchema(platform) ? [] : ['`platform` must be `z.strictObject({…})`']),
    ...(isTexts(context, isList) ? [] : ['`context` must be a list of keys']),
    ...(isTexts(outputs, isObject) ? [] : ['`outputs` must be a map from names to descriptions']),
    ...(typeof generate === 'function' ? [] : ['`generate` must be a function']),
  ];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Reports whether a value is a list or a map of texts. */
const isTexts = (value: unknown, isOfForm: (value: Json) => boolean): boolean =>
  isOfForm(value as Json) && Object.values(value as object).every(isText);

/** Reports whether a value is a schema of an object: only its fields are known. */
const isSchema = (value: unknown): boolean => {
  const schema = value as Partial<AnyModule['input']> | null | undefined;
  return typeof schema === 'object' && typeof schema?.safeParse === 'function' && 'shape' in schema;
};
