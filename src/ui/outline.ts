import {isList, isObject, type Json} from '../core/json.ts';
import {compareNaturally} from '../lib/compare-naturally.ts';

/**
 * Returns a value as lines that can be compared one by one: YAML's indentation, JSON's scalars, keys in alphabetical order
 * (the server and the files have orders of their own), no comma that moves when an item is added, and texts by their lines.
 */
export function outline(value: Json): string[] {
  if (isList(value) && value.length > 0) return value.flatMap((item) => behind('- ', outline(item)));
  if (isText(value))
    return [
      value.endsWith('\n') ? '|' : '|-',
      ...value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `  ${line}`),
    ];
  if (!isObject(value) || Object.keys(value).length === 0) return [JSON.stringify(value)];
  return Object.keys(value)
    .toSorted(compareNaturally)
    .flatMap((key) => entry(key, value[key] ?? null));
}

function entry(key: string, value: Json): string[] {
  const lines = outline(value);
  if (isText(value)) return [`${key}: ${lines[0] ?? ''}`, ...lines.slice(1)];
  return isScalar(value) ? [`${key}: ${lines.join('')}`] : [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

const behind = (dash: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `${i === 0 ? dash : ' '.repeat(dash.length)}${line}`);

const isText = (value: Json): value is string => typeof value === 'string' && value.includes('\n');

const isScalar = (value: Json): boolean =>
  isList(value) ? value.length === 0 : !isObject(value) || Object.keys(value).length === 0;
