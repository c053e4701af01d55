import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {asList, asMap, fieldOf, type Schema} from '../fields/schema.ts';

/** Returns the fields that the server requires and an object does not have. `status` is ignored, because the server does not take it from a file. */
export function missingFields(object: JsonObject, schema: Schema): readonly JsonPath[] {
  const missing: JsonPath[] = [];
  const spec = asMap(schema)?.declared('spec');
  // OpenAPI does not mark `spec` as required, but some of its fields are required.
  if (spec !== undefined && (object['spec'] ?? null) === null && (asMap(spec)?.required.length ?? 0) > 0)
    missing.push(['spec']);
  const {status: _, ...rest} = object;
  find(rest, schema, [], missing);
  return missing;
}

/** @param path the place of the value; it is changed while parts are checked */
function find(value: Json, schema: Schema, path: (string | number)[], missing: JsonPath[]): void {
  if (isObject(value))
    for (const name of asMap(schema)?.required ?? []) if ((value[name] ?? null) === null) missing.push([...path, name]);
  for (const [step, part, type] of isObject(value) ? fieldsOf(value, schema) : itemsOf(value, schema)) {
    path.push(step);
    find(part, type, path, missing);
    path.pop();
  }
}

type Part = readonly [step: string | number, value: Json, schema: Schema];

/** Returns the fields that contain other fields, and their schemas. */
function* fieldsOf(value: JsonObject, schema: Schema): Generator<Part> {
  const map = asMap(schema);
  if (map === undefined) return;
  for (const name of Object.keys(value)) {
    const field = value[name] ?? null;
    const type = typeof field === 'object' && field !== null ? fieldOf(map, name) : undefined;
    if (type !== undefined) yield [name, field, type];
  }
}

function* itemsOf(value: Json, schema: Schema): Generator<Part> {
  const items = isList(value) ? asList(schema)?.items() : undefined;
  if (items === undefined || items.type === 'scalar') return;
  for (const [index, item] of (value as readonly Json[]).entries()) yield [index, item, items];
}
