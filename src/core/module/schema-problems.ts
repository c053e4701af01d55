import type {z} from 'zod';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {isList, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {jsonAt} from '../json-at.ts';
import {showPath} from '../reference/path.ts';
import {knownFields} from '../schema/known-fields.ts';

/** A problem of a value by its path, without a side. */
export type SchemaProblem = {readonly path: JsonPath; readonly message: string; readonly hint?: string | undefined};

/** Returns the texts of the issues that a schema of a module found. */
export const schemaProblems = (
  issues: readonly z.core.$ZodIssue[],
  schema: z.core.$ZodType,
  value: JsonObject,
): readonly SchemaProblem[] => issues.flatMap((issue) => problemsOf(issue, schema, value));

function problemsOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType, value: JsonObject): readonly SchemaProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const name = `\`${showPath(path)}\``;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownField(key, path, knownFields(schema, path)));
  const found = jsonAt(value, path);
  if (found === undefined) return [{path, message: `${name} is missing`}];
  if (issue.code === 'invalid_type')
    return [{path, message: `${name} must be ${wordOf(issue.expected)}, not ${typeWord(found)}`}];
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String);
    const nearest = typeof found === 'string' ? didYouMean(found, known) : undefined;
    const message = `${name} must be ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;
    return [{path, message, hint: meant(nearest)}];
  }
  return [{path, message: path.length === 0 ? issue.message : `${name}: ${issue.message}`}];
}

/** Returns the problem of a field that a schema does not have. */
export function unknownField(key: string, path: JsonPath, known: readonly string[]): SchemaProblem {
  const hint = meant(didYouMean(key, known)) ?? (known.length > 0 ? `Use one of: ${known.join(', ')}.` : undefined);
  return {path: [...path, key], message: `unknown field \`${showPath([...path, key])}\``, hint};
}

const meant = (nearest: string | undefined): string | undefined => nearest && `Did you mean \`${nearest}\`?`;

const WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  null: 'empty',
};

const wordOf = (type: string): string => WORDS[type] ?? type;

function typeWord(value: Json): string {
  if (value === null) return 'empty';
  if (isList(value)) return 'a list';
  return typeof value === 'boolean' ? 'a boolean' : wordOf(typeof value);
}
