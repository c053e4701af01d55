import {isList, isObject, type Json} from '../../core/json.ts';

/** A value as Go's `%v` prints it: `map[a:1 b:[x y]]`, with the keys of maps sorted. */
export function goText(value: Json): string {
  if (value === null) return '<nil>';
  if (isList(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isObject(value)) return String(value);
  const fields = Object.keys(value).toSorted();
  return `map[${fields.map((key) => `${key}:${goText(value[key] ?? null)}`).join(' ')}]`;
}

/** What Go calls the type of a value of JSON that was read without a type. */
export function goTypeName(value: Json): string {
  if (isList(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
