import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import type {ArgumentForm} from '../../../ports/terraform-tool.ts';

/** Arguments that providers compute from others, in spite of their schema: a copy of them would be wrong after the next change. */
const COMPUTED = new Set(['arn', 'id', 'tags_all']);

/**
 * Returns the arguments in the values of a resource, by the schema of its type as `providers schema -json` prints it. Values that only the
 * provider sets are left out.
 */
export function argumentsOf(block: JsonObject, values: JsonObject, form: ArgumentForm): JsonObject {
  const own = objectsIn(block['attributes']).flatMap(([name, schema]) => {
    const value = values[name] ?? null;
    const nested = schema['nested_type'];
    if (!isArgument(name, schema, {value, form})) return [];
    return [[name, isObject(nested) ? nestedIn(nested, value, form) : value] as const];
  });
  const blocks = objectsIn(block['block_types']).flatMap(([name, schema]) => {
    const value = values[name] ?? null;
    const inner = isObject(schema['block']) ? schema['block'] : {};
    // A provider fills a deprecated block from the resources that replace it.
    if (isEmpty(value) || (inner['deprecated'] === true && form !== 'exact')) return [];
    const kept = eachIn(value, (one) => argumentsOf(inner, one, form), schema);
    return isSparse(form) && isBare(kept) ? [] : [[name, kept] as const];
  });
  return Object.fromEntries([...own, ...blocks]);
}

type Valued = {readonly value: Json; readonly form: ArgumentForm};

function isArgument(name: string, schema: JsonObject, {value, form}: Valued): boolean {
  if (value === null || schema['write_only'] === true) return false;
  if (schema['required'] === true) return true;
  if (schema['optional'] !== true) return false;
  const isUnset = isEmpty(value) || (isSparse(form) && (value === false || value === 0));
  if (schema['computed'] !== true) return form === 'exact' || !isUnset;
  return form !== 'lean' && !isUnset && !COMPUTED.has(name) && schema['deprecated'] !== true;
}

const nestedIn = (nested: JsonObject, value: Json, form: ArgumentForm): Json =>
  eachIn(value, (one) => argumentsOf({attributes: nested['attributes'] ?? {}}, one, form), nested);

/** Maps the objects of a nested part: one, those of a list, or those of a map. */
function eachIn(value: Json, map: (one: JsonObject) => Json, {nesting_mode: mode}: JsonObject): Json {
  if (isList(value)) return value.map((one) => (isObject(one) ? map(one) : one));
  if (!isObject(value)) return value;
  if (mode !== 'map') return map(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isObject(one) ? map(one) : one]));
}

/** Reports whether `false` and 0 are left out: many providers store them for arguments that are not set. */
const isSparse = (form: ArgumentForm): boolean => form === 'sparse' || form === 'lean';

/** Reports whether no object of a block has an argument left. */
const isBare = (value: Json): boolean => (isList(value) ? value.every(isEmpty) : isEmpty(value));

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const objectsIn = (value: Json | undefined): readonly (readonly [string, JsonObject])[] =>
  isObject(value) ? Object.entries(value).flatMap(([name, one]) => (isObject(one) ? [[name, one] as const] : [])) : [];
