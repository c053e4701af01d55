import {isList, isObject, type Json} from '../core/json.ts';

/**
 * A value as lines that can be compared one by one: YAML's indentation, JSON's scalars, keys in the order of the alphabet
 * (the server and the files have orders of their own), and no comma that moves when an item is added.
 */
export function outline(value: Json): string[] {
  if (isList(value) && value.length > 0) return value.flatMap((item) => behind('- ', outline(item)));
  if (!isObject(value) || Object.keys(value).length === 0) return [JSON.stringify(value)];
  return Object.keys(value)
    .toSorted()
    .flatMap((key) => entry(key, value[key] ?? null));
}

function entry(key: string, value: Json): string[] {
  const lines = outline(value);
  return isScalar(value) ? [`${key}: ${lines.join('')}`] : [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

const behind = (dash: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `${i === 0 ? dash : ' '.repeat(dash.length)}${line}`);

const isScalar = (value: Json): boolean =>
  isList(value) ? value.length === 0 : !isObject(value) || Object.keys(value).length === 0;
