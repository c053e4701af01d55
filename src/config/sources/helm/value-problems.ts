import {readSchemaErrors, type SchemaError} from '../../../core/chart/schema-errors.ts';
import {schemaKeys} from '../../../core/chart/schema-keys.ts';
import {showValuePath} from '../../../core/chart/value-path.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';
import {defined} from '../../../lib/defined.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {type ChartReferences, formsOf} from './find-references.ts';
import {type SubChart, subCharts} from './subcharts.ts';

/** The values of a chart, and the files of the chart. */
export type GivenValues = {readonly references: ChartReferences; readonly files: ChartFiles};

/**
 * Puts problems of helm at the user's own values: each violation of a schema at the line of its value, and an error in a template with
 * the line of the value that it reads. Tokens in the texts become their references.
 */
export const explainProblems = (diagnostics: readonly Diagnostic[], given: GivenValues): readonly Diagnostic[] =>
  diagnostics.flatMap((one) => explain(withoutTokens(one, given.references), given));

function withoutTokens(diagnostic: Diagnostic, references: ChartReferences): Diagnostic {
  const forms = [...formsOf(references, 1), ...formsOf(references, 2)];
  const message = forms.reduce(
    (text, {token, text: core}) => text.replaceAll(core, token.reference),
    diagnostic.message,
  );
  return {...diagnostic, message};
}

function explain(diagnostic: Diagnostic, given: GivenValues): readonly Diagnostic[] {
  const {message} = diagnostic;
  const schema = readSchemaErrors(message);
  if (schema !== undefined && schema.length > 0) {
    const charts = subCharts(given.files);
    return schema.map((error) => schemaProblem(error, charts, given));
  }
  const mismatch = /type mismatch on ([^:\s]+):/.exec(message)?.[1];
  if (mismatch !== undefined) {
    const chart = subCharts(given.files).find(({name, path}) => name === mismatch && path.length > 0);
    const path = chart?.path ?? [mismatch];
    return [problem(path, 'it must be a mapping: it has the values of a chart in this chart', given)];
  }
  return [withValue(diagnostic, given)];
}

function schemaProblem(
  {chart: name, path, message, isUnknownKey}: SchemaError,
  charts: readonly SubChart[],
  given: GivenValues,
): Diagnostic {
  const chart = charts.find((one) => one.name === name);
  const whole = [...(chart?.path ?? []), ...path];
  if (!isUnknownKey) return problem(whole, message, given);
  const schema = parsed(given.files.get(`${chart?.directory ?? ''}values.schema.json`));
  const known = schemaKeys(schema, path.slice(0, -1));
  const near = didYouMean(String(path.at(-1)), known);
  const list = known.length === 0 || known.length > 20 ? undefined : `Keys there: ${known.join(', ')}.`;
  return problem(whole, message, given, near === undefined ? list : `Did you mean ${near}?`);
}

function problem(path: JsonPath, because: string, {references}: GivenValues, hint?: string): Diagnostic {
  const {values, placeOf} = references;
  const value = jsonAt(values, path);
  const hidden = path.some((step) => typeof step === 'string' && isSecretName(step));
  const isReference = typeof value === 'string' && value.includes('ref:');
  return {
    severity: 'error',
    code: 'source/helm-values',
    message: `the value ${path.length === 0 ? 'of the chart' : showValuePath(path)} is not valid: ${hidden ? because.replaceAll(/'[^']*'/g, "'***'") : because}`,
    at: placeOf(path),
    ...defined({
      hint: isReference
        ? (hint ?? 'Add the value to `reveal` of the source: without it, helm gets a reference as text.')
        : hint,
    }),
  };
}

/** Adds the line of the value that a template reads where it fails. */
function withValue(diagnostic: Diagnostic, {references, files}: GivenValues): Diagnostic {
  const {message, at} = diagnostic;
  const read = /\.Values\.([A-Za-z0-9_.]+)/.exec(message)?.[1]?.split('.');
  if (read === undefined) return diagnostic;
  const [before = '', after] = `${at?.file ?? ''} ${message}`.split('templates/', 2);
  const template = after === undefined ? '' : (before.split(/\s/).at(-1) ?? '');
  const folders = [...template.matchAll(/charts\/([^/]+)\//g)].map(([, name = '']) => name);
  const charts = folders.length === 0 ? [] : subCharts(files);
  const chart = charts.find(({path}) => path.length === folders.length && path.every((step, i) => step === folders[i]));
  const path = setBy([...(chart?.path ?? folders), ...read], references.values);
  if (path.length === 0) return diagnostic;
  const {file, line} = references.placeOf(path);
  return {...diagnostic, message: `${message} (the value ${showValuePath(path)} is set in ${file}:${line})`};
}

/** Returns the part of a path that the user's values have. */
function setBy(path: readonly string[], values: Json): readonly string[] {
  let at: Json | undefined = values;
  const missing = path.findIndex((step) => {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    return at === undefined;
  });
  return missing === -1 ? path : path.slice(0, missing);
}

function parsed(text: string | undefined): Json {
  try {
    return JSON.parse(text ?? '{}') as Json;
  } catch {
    return {};
  }
}
