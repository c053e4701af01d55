import {isList, isObject, type Json} from '../../core/json.ts';

/** Formats a JSON value like Go's `%v`: `map[a:1 b:[x y]]`. */
export function goValue(value: Json): string {
  if (value === null) return '<nil>';
  if (isList(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isObject(value)) return String(value);
  return `map[${sorted(value, (name, item) => `${name}:${goValue(item)}`).join(' ')}]`;
}

/** Formats a JSON value in Go syntax, like `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: Json): string {
  if (value === null) return 'interface {}(nil)';
  if (isList(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isObject(value)) return JSON.stringify(value);
  return `map[string]interface {}{${sorted(value, (name, item) => `${JSON.stringify(name)}:${goSyntax(item)}`).join(', ')}}`;
}

/** Returns the Go type of a JSON value (`%T`). */
export function goType(value: Json): string {
  if (value === null) return '<nil>';
  if (isList(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

const sorted = (object: {readonly [name: string]: Json}, show: (name: string, value: Json) => string): string[] =>
  Object.keys(object)
    .toSorted()
    .map((name) => show(name, object[name] ?? null));
