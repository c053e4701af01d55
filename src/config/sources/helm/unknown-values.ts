import {mayReadValue} from '../../../core/chart/may-read-value.ts';
import {type UnknownValue, unknownValues} from '../../../core/chart/unknown-values.ts';
import {showValuePath} from '../../../core/chart/value-path.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type JsonObject} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {eachString} from '../../../core/reference/map-strings.ts';
import type {Located} from '../../../core/variation/located.ts';
import {defined} from '../../../lib/defined.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import {chartSchema} from './chart-schema.ts';
import type {ChartReferences} from './find-references.ts';
import {subCharts} from './subcharts.ts';

/**
 * Returns the values that neither the defaults nor the schema of a chart have, and that no text of the chart may read: they are misspelt, or
 * another version of the chart dropped them.
 */
export function unreadKeys(
  {values}: Pick<ChartReferences, 'values'>,
  defaults: Located,
  files: ChartFiles,
): readonly UnknownValue[] {
  const known = {defaults: isObject(defaults.value) ? defaults.value : {}, schema: chartSchema(files)};
  const unread = unreadDependencies(files);
  const unknown = unknownValues(values, known).filter(
    ({path}) => !isAside(String(path[0])) && !unread.has(String(path[0])) && jsonAt(values, path) !== null,
  );
  if (unknown.length === 0) return [];
  // Values may contain templates, which `tpl` evaluates.
  const texts = [...[...files].map(([file, text]) => readPart(file, text)), ...textsIn(values)];
  return unknown.filter(({path}) => !mayReadValue(texts, path));
}

/** Returns the warning about a value that the chart does not have. */
export const unknownWarning = (
  {path, nearest}: UnknownValue,
  {placeOf}: Pick<ChartReferences, 'placeOf'>,
): Diagnostic => ({
  severity: 'warning',
  code: 'source/helm-unknown',
  message: `value ${showValuePath(path)} not found in the chart, and no template reads it`,
  at: placeOf(path),
  ...defined({hint: nearest && `Did you mean ${showValuePath(nearest)}?`}),
});

function textsIn(values: JsonObject): readonly string[] {
  const texts: string[] = [];
  eachString(values, (text) => void texts.push(text));
  return texts;
}

/** Reports whether a key of a file is for YAML anchors, for all charts, or for the conditions of dependencies. */
const isAside = (key: string): boolean => key === 'global' || key === 'tags' || /^(?:x-|[._])/.test(key);

/** Returns the keys of dependencies that the chart declares, and whose files it does not have. Their values are not known. */
function unreadDependencies(files: ChartFiles): ReadonlySet<string> {
  const read = new Set(subCharts(files).map(({path}) => path[0]));
  const declared = ['Chart.yaml', 'requirements.yaml'].flatMap((file) => {
    const value = readYaml(files.get(file) ?? '', file).documents[0]?.value;
    const dependencies = isObject(value) ? value['dependencies'] : undefined;
    return isList(dependencies) ? dependencies.filter(isObject) : [];
  });
  const keys = declared.map(({name, alias}) => alias ?? name);
  return new Set(keys.flatMap((key) => (typeof key === 'string' && !read.has(key) ? [key] : [])));
}

/** Returns the part of a file that may read values. In Chart.yaml, these are the conditions of dependencies. */
function readPart(file: string, text: string): string {
  if (/(?:^|\/)(?:values\.schema\.json|[^/]+\.md)$/i.test(file)) return '';
  if (!/(?:^|\/)(?:Chart|requirements)\.yaml$/.test(file)) return text;
  const conditions = [...text.matchAll(/\bcondition:\s*["']?([\w.,-]+)/g)].flatMap(([, paths = '']) =>
    paths.split(','),
  );
  return conditions.map((path) => `.Values.${path}`).join(' ');
}
