import {isObject, type Json, type JsonObject} from '../../src/core/json.ts';

/** Returns the fields that an editor offers at a path of a document, by JSON Schema: `$ref`, `allOf` and `if` are followed. */
export function schemaFields(root: JsonObject, document: Json, path: readonly string[]): readonly string[] {
  return [
    ...new Set(schemasAt(root, root, document, path).flatMap((one) => Object.keys(propertiesOf(one)))),
  ].toSorted();
}

const propertiesOf = (schema: JsonObject): JsonObject => (schema['properties'] ?? {}) as JsonObject;

function schemasAt(
  root: JsonObject,
  schema: JsonObject,
  value: Json,
  [step, ...rest]: readonly string[],
): readonly JsonObject[] {
  const all = expanded(root, schema, value);
  if (step === undefined) return all;
  const inner = isObject(value) ? (value[step] ?? null) : null;
  return all.flatMap((one) => {
    const next = propertiesOf(one)[step] ?? one['additionalProperties'] ?? null;
    return isObject(next) ? schemasAt(root, next, inner, rest) : [];
  });
}

function expanded(root: JsonObject, schema: JsonObject, value: Json): readonly JsonObject[] {
  const {$ref, allOf = [], if: condition, then} = schema;
  const named =
    typeof $ref === 'string'
      ? $ref
          .slice(2)
          .split('/')
          .reduce<Json>((at, key) => (at as JsonObject)[key] ?? {}, root)
      : {};
  const chosen = condition !== undefined && holds(condition as JsonObject, value) ? (then as JsonObject) : undefined;
  const others = [named as JsonObject, ...(allOf as readonly JsonObject[]), ...(chosen === undefined ? [] : [chosen])];
  return [schema, ...others.filter((one) => Object.keys(one).length > 0).flatMap((one) => expanded(root, one, value))];
}

/** Checks `required` and `const` of a condition. */
const holds = (condition: JsonObject, value: Json): boolean =>
  isObject(value) &&
  (condition['required'] as readonly string[]).every((name) => value[name] !== undefined) &&
  Object.entries(propertiesOf(condition)).every(([name, wanted]) => (wanted as JsonObject)['const'] === value[name]);
