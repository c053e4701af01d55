import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {RecordedChart} from '../../../../ports/helm-chart-record.ts';

/**
 * Reads the chart in a decoded release.
 * @throws an error for a path that leads out of the chart
 */
export function recordedChart(release: JsonObject): RecordedChart {
  const chart = partOf(release, 'chart');
  const metadata = partOf(chart, 'metadata');
  const schema = textOf(chart['schema']);
  const files = [...filesOf(chart['files']), ...filesOf(chart['templates'])];
  return {
    name: textOf(metadata['name']),
    version: textOf(metadata['version']),
    dependencies: listOf(metadata['dependencies']).map(({name, alias}) => textOf(alias) || textOf(name)),
    metadata,
    values: partOf(chart, 'values'),
    files: new Map([...files, ...(schema === '' ? [] : [['values.schema.json', bytesOf(schema)] as const])]),
  };
}

const filesOf = (list: Json | undefined): readonly (readonly [string, Uint8Array])[] =>
  listOf(list).map(({name, data}) => [safePath(textOf(name)), bytesOf(textOf(data))]);

function safePath(path: string): string {
  const parts = path.split('/');
  const isSafe = !/[\\\0:]/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSafe) throw new Error('a path leads out of the chart');
  return path;
}

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');

const partOf = (object: JsonObject, name: string): JsonObject => {
  const part = object[name];
  return isObject(part) ? part : {};
};

const listOf = (value: Json | undefined): readonly JsonObject[] => (isList(value) ? value.filter(isObject) : []);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
