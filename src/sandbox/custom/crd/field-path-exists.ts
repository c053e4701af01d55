import {isObject, type JsonObject} from '../../../core/json.ts';
import {own, part} from '../../model/part.ts';

/** Returns the schema at a field path (`.spec.color`, `.data['a key']`), or the reason why there is none. */
export function schemaAtFieldPath(
  path: string,
  schema: JsonObject,
  {brackets = true}: {readonly brackets?: boolean} = {},
): {readonly schema: JsonObject} | {readonly problem: string} {
  let [at, rest] = [schema, path];
  while (rest !== '') {
    const step = /^(?:\.([^.[\]]+)|\['((?:\\.|[^'\\])*)'\])/.exec(rest);
    if (rest.startsWith('[') && !brackets) return {problem: 'array notation is not allowed'};
    if (step === null) return {problem: strange(rest)};
    const inner = inside(at, step[1] ?? (step[2] ?? '').replaceAll(/\\(.)/g, '$1'));
    if (inner === undefined) return {problem: 'does not refer to a valid field'};
    at = inner;
    rest = rest.slice(step[0].length);
  }
  return {schema: at};
}

/** Reports whether `fieldPath` of a CEL rule names a field of the schema. */
export const fieldPathExists = (path: string, schema: JsonObject): boolean =>
  'schema' in schemaAtFieldPath(path, schema);

function inside(schema: JsonObject, name: string): JsonObject | undefined {
  if (schema['properties'] !== undefined) {
    const property = own(part(schema['properties']), name);
    return isObject(property) ? property : undefined;
  }
  return isObject(schema['additionalProperties']) ? schema['additionalProperties'] : undefined;
}

function strange(rest: string): string {
  if (rest.startsWith('.')) return rest === '.' ? 'unexpected end of JSON path' : 'does not refer to a valid field';
  if (!rest.startsWith('[')) return `expected [ or . but got: ${/^[^.[\]]+/.exec(rest)?.[0] ?? rest}`;
  const token = /^\[([^\]]*)/.exec(rest)?.[1] ?? '';
  return token === '' ? 'unexpected end of JSON path' : `expected single quoted string but got ${token}`;
}
