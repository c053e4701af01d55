import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {own, part} from '../model/part.ts';

/** Returns an object with the defaults of its schema, also inside of defaults. A null in a field that is not nullable counts as absent. */
export const applyDefaults = (object: JsonObject, schema: JsonObject): JsonObject => part(withDefault(object, schema));

function withDefault(value: Json, schema: JsonObject | undefined): Json {
  if (schema === undefined) return value;
  if (isList(value)) {
    const items = isObject(schema['items']) ? schema['items'] : undefined;
    return sameIfUnchanged(
      value,
      value.map((item) => withDefault(replaced(item, items), items)),
    );
  }
  return isObject(value) ? withDefaults(value, schema) : value;
}

function withDefaults(object: JsonObject, schema: JsonObject): JsonObject {
  const properties = part(schema['properties']);
  const {additionalProperties} = schema;
  const additional = isObject(additionalProperties) ? additionalProperties : undefined;
  const result: Record<string, Json> = {};
  let changed = false;
  for (const [name, value] of Object.entries(object)) {
    const property = own(properties, name);
    const field = isObject(property) ? property : additional;
    const made = withDefault(replaced(value, field), field);
    changed ||= made !== value;
    result[name] = made;
  }
  for (const [name, property] of Object.entries(properties)) {
    const fallback = part(property)['default'];
    if (fallback === undefined || fallback === null || Object.hasOwn(object, name)) continue;
    result[name] = withDefault(fallback, part(property));
    changed = true;
  }
  return changed ? result : object;
}

function replaced(value: Json, schema: JsonObject | undefined): Json {
  if (value !== null || schema === undefined || schema['nullable'] === true) return value;
  return schema['default'] ?? null;
}

const sameIfUnchanged = (before: readonly Json[], after: readonly Json[]): readonly Json[] =>
  after.some((item, i) => item !== before[i]) ? after : before;

/**
 * Returns the object without nulls in fields that are neither nullable nor have a default. The server treats them as absent. Lists keep
 * their nulls.
 */
export const dropNulls = (object: JsonObject, schema: JsonObject): JsonObject => part(withoutNulls(object, schema));

function withoutNulls(value: Json, schema: JsonObject | undefined): Json {
  if (isList(value)) {
    const items = isObject(schema?.['items']) ? schema['items'] : undefined;
    return sameIfUnchanged(
      value,
      value.map((item) => withoutNulls(item, items)),
    );
  }
  if (!isObject(value)) return value;
  const properties = part(schema?.['properties']);
  const additional = schema?.['additionalProperties'];
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const property = own(properties, name);
    const field = isObject(property) ? property : isObject(additional) ? additional : undefined;
    const mustGo =
      inner === null && field !== undefined && field['nullable'] !== true && (field['default'] ?? null) === null;
    return mustGo ? [] : [[name, withoutNulls(inner, field)]];
  });
  return Object.fromEntries(entries);
}
