import {resolve} from 'node:path';
import {mergeValues} from '../../../core/chart/merge-values.ts';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {readText} from '../../read-text.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/** The merged values of a source, or the problems of its files. */
export type ReadValues = {readonly merged: JsonObject} | {readonly diagnostics: readonly Diagnostic[]};

/** Merges the values of a source as Helm does: its files in order, then `values`, then `set`. */
export function readValues({valuesFiles = [], values = {}, set = {}}: HelmSettings, entry: SourceEntry): ReadValues {
  const files = valuesFiles.map((file) => readFile(resolve(entry.place.stackDir, file)));
  const diagnostics = files.flatMap((one) => one.diagnostics);
  if (diagnostics.some(isError)) return {diagnostics};
  const single = Object.entries(set).map(([path, value]) => nested(path.split('.'), value));
  return {merged: [...files.map(({value}) => value), values, ...single].reduce<JsonObject>(mergeValues, {})};
}

const nested = ([step = '', ...rest]: readonly string[], value: Json): JsonObject => ({
  [step]: rest.length === 0 ? value : nested(rest, value),
});

function readFile(path: string): {readonly value: JsonObject; readonly diagnostics: readonly Diagnostic[]} {
  const {file, text, diagnostics: unreadable} = readText(path);
  if (text === undefined) return {value: {}, diagnostics: unreadable};
  const {documents, diagnostics} = readYaml(text, file);
  const [document, second] = documents;
  const value = document?.value ?? {};
  if (isObject(value) && second === undefined) return {value, diagnostics};
  const message = `${file} must be one mapping of values`;
  return {value: {}, diagnostics: [...diagnostics, {severity: 'error', code: 'source/helm', message}]};
}
