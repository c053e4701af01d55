import type {z} from 'zod';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import type {Origin} from '../core/diagnostic/origin.ts';
import type {Json} from '../core/json.ts';
import {diagnose} from './issues/diagnose.ts';
import {readYaml, type YamlDocument} from './yaml/read-yaml.ts';

/** A parsed file after the check of its schema. */
export type ParsedDocument<T> = {
  /** Absent if there are errors. */
  readonly value?: T;
  /** The value before the schema was applied. */
  readonly raw: Json;
  readonly origin: Origin;
  readonly diagnostics: readonly Diagnostic[];
};

/** Parses a text as YAML and checks its schema. Returns the typed value, or every problem. An empty file is an empty mapping. */
export function parseDocument<T>(schema: z.ZodType<T>, text: string, file: string): ParsedDocument<T> {
  const read = readYaml(text, file);
  const {value: raw, origin} = read.documents.find(({value}) => value !== null) ?? emptyDocument(file);
  const extra = secondDocument(read.documents);
  const diagnostics = extra === undefined ? read.diagnostics : [...read.diagnostics, extra];
  if (diagnostics.some(isError)) return {raw, origin, diagnostics};
  const result = schema.safeParse(raw);
  return result.success
    ? {value: result.data, raw, origin, diagnostics}
    : {raw, origin, diagnostics: [...diagnostics, ...diagnose(result.error, {schema, value: raw, origin})]};
}

function secondDocument(documents: readonly YamlDocument[]): Diagnostic | undefined {
  const second = documents.filter(({value}) => value !== null)[1];
  return second === undefined
    ? undefined
    : {
        severity: 'error',
        code: 'config/second-document',
        message: 'this file must contain one YAML document, and a second one begins here',
        at: second.origin.position([]),
        hint: 'Remove the second document.',
      };
}

const emptyDocument = (file: string): YamlDocument => ({
  value: {},
  isWhole: true,
  origin: {file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})},
});
