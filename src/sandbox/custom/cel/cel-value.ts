import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {own, part, text} from '../../model/part.ts';
import {isIntOrString} from '../schema-part.ts';
import {celEnvironment} from './environment.ts';

/** Converts a value to its form in a rule, by its schema: an int, a double, a time or a string. Fields have escaped names. */
export function celValue(value: Json, schema: JsonObject | undefined): unknown {
  if (isList(value)) {
    const items = isObject(schema?.['items']) ? schema['items'] : undefined;
    return value.map((item) => celValue(item, items));
  }
  if (isObject(value)) return celObject(value, schema);
  if (typeof value === 'number') return numberOf(value, schema);
  return typeof value === 'string' ? textOf(value, schema) : value;
}

/** Converts a whole object. A rule sees only the names in its metadata. */
export function celRoot(object: JsonObject, schema: JsonObject): unknown {
  const {metadata, apiVersion, kind, ...fields} = object;
  const {name, generateName} = part(metadata);
  return {
    ...(celValue(fields, schema) as object),
    apiVersion,
    kind,
    metadata: defined({name, generateName}),
  };
}

function celObject(value: JsonObject, schema: JsonObject | undefined): Record<string, unknown> {
  const properties = part(schema?.['properties']);
  const additional = isObject(schema?.['additionalProperties']) ? schema['additionalProperties'] : undefined;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const property = own(properties, name);
    return isObject(property) ? [identifier(name), celValue(inner, property)] : [name, celValue(inner, additional)];
  });
  return Object.fromEntries(entries);
}

function numberOf(value: number, schema: JsonObject | undefined): unknown {
  const isInt =
    schema === undefined || schema['type'] === 'integer' || isIntOrString(schema) || schema['type'] === undefined;
  return isInt && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function textOf(value: string, schema: JsonObject | undefined): unknown {
  if (schema?.['type'] !== 'string') return value;
  switch (text(schema['format'])) {
    case 'date':
    case 'date-time':
      return new Date(value);
    case 'byte':
      return Uint8Array.from(Buffer.from(value, 'base64'));
    case 'duration':
      return durationOf(value);
    default:
      return value;
  }
}

const asDuration = (value: string): unknown => celEnvironment().evaluate(`duration(${JSON.stringify(value)})`);

function durationOf(value: string): unknown {
  try {
    return asDuration(value);
  } catch {
    return value;
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return'.split(' '),
);

const SYMBOLS: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** Escapes a field name as Kubernetes does for rules: `my-field` becomes `my__dash__field`. */
const identifier = (name: string): string =>
  KEYWORDS.has(name) ? `__${name}__` : name.replaceAll(/__|[./-]/g, (symbol) => SYMBOLS[symbol] ?? symbol);
