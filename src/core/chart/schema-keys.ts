import {isList, isObject, type Json, type JsonPath} from '../json.ts';

/** Returns the keys that a JSON schema knows for the mapping at a path. References within the schema are followed. */
export function schemaKeys(schema: Json, path: JsonPath): readonly string[] {
  const at = path
    .reduce<readonly Json[]>((parts, step) => parts.flatMap((part) => partsAt(part, step)), [schema])
    .flatMap(wholeOf(schema));
  return [
    ...new Set(
      at.flatMap((part) => (isObject(part) && isObject(part['properties']) ? Object.keys(part['properties']) : [])),
    ),
  ];

  function partsAt(part: Json, step: string | number): readonly Json[] {
    return wholeOf(schema)(part).flatMap((one): readonly Json[] => {
      if (!isObject(one)) return [];
      if (typeof step === 'number') return one['items'] === undefined ? [] : [one['items']];
      const {properties, additionalProperties} = one;
      const named = isObject(properties) && Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
      return named === undefined ? [] : [named];
    });
  }
}

const DEEPEST = 8;

/** Returns a schema with the schemas that it refers to and combines. */
const wholeOf =
  (root: Json) =>
  (part: Json, depth = 0): readonly Json[] => {
    if (!isObject(part) || depth > DEEPEST) return [part];
    const {$ref, allOf, anyOf, oneOf} = part;
    const combined = [allOf, anyOf, oneOf].flatMap((one) => (isList(one) ? one : []));
    const named = typeof $ref === 'string' ? pointed(root, $ref) : undefined;
    const more = named === undefined ? combined : [...combined, named];
    return [part, ...more.flatMap((one) => wholeOf(root)(one, depth + 1))];
  };

function pointed(root: Json, reference: string): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(
      (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      root,
    );
}
