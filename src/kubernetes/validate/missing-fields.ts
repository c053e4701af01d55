import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {asList, asMap, fieldOf, type Schema} from '../fields/schema.ts';

/** Returns the fields that the server requires and an object does not have. `status` is ignored, because the server does not take it from a file. */
export function missingFields(object: JsonObject, schema: Schema): readonly JsonPath[] {
  const missing: JsonPath[] = [];
  const spec = asMap(schema)?.declared('spec');
  // A spec is not marked as required, but its fields are.
  if (spec !== undefined && (object['spec'] ?? null) === null && (asMap(spec)?.required.length ?? 0) > 0)
    missing.push(['spec']);
  const {status: _, ...rest} = object;
  find(rest, schema, [], missing);
  return missing;
}

/** @param path the place of the value; it is changed while parts are checked */
function find(value: Json, schema: Schema, path: (string | number)[], missing: JsonPath[]): void {
  if (isObject(value)) {
    const map = asMap(schema);
    if (map === undefined) return;
    for (const name of map.required) if ((value[name] ?? null) === null) missing.push([...path, name]);
    for (const name of Object.keys(value)) {
      const field = value[name] ?? null;
      const type = typeof field === 'object' && field !== null ? fieldOf(map, name) : undefined;
      if (type === undefined) continue;
      path.push(name);
      find(field, type, path, missing);
      path.pop();
    }
  } else if (isList(value)) {
    const items = asList(schema)?.items();
    if (items === undefined || items.type === 'scalar') return;
    for (const [i, item] of value.entries()) {
      path.push(i);
      find(item, items, path, missing);
      path.pop();
    }
  }
}
