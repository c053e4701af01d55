import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';

/** A path as the state of Terraform writes it for a sensitive value. */
export type StateSteps = readonly JsonObject[];

/**
 * Returns the path of a value in the form of `sensitive_attributes` of a state, by the schema of its type. The items of a set have no place:
 * the path ends at the set.
 */
export function stateSteps(block: JsonObject, [name, ...rest]: JsonPath): StateSteps {
  if (typeof name !== 'string') return [];
  const attribute = at(block['attributes'], name);
  if (isObject(attribute)) {
    const nested = attribute['nested_type'];
    const inner = isObject(nested)
      ? nestedSteps(nested, {attributes: nested['attributes'] ?? {}}, rest)
      : typeSteps(attribute['type'] ?? 'dynamic', rest);
    return [attributeStep(name), ...inner];
  }
  const blocks = at(block['block_types'], name);
  if (!isObject(blocks)) return [];
  const inner = isObject(blocks['block']) ? blocks['block'] : {};
  return [attributeStep(name), ...nestedSteps(blocks, inner, rest)];
}

function nestedSteps({nesting_mode: mode}: JsonObject, inner: JsonObject, path: JsonPath): StateSteps {
  const [key, ...rest] = path;
  if (key === undefined || mode === 'set') return [];
  return mode === 'list' || mode === 'map' ? [indexStep(key), ...stateSteps(inner, rest)] : stateSteps(inner, path);
}

function typeSteps(type: Json, [key, ...rest]: JsonPath): StateSteps {
  if (key === undefined) return [];
  const [kind, of = 'dynamic'] = isList(type) ? type : [type];
  if (kind === 'set') return [];
  const inner = typeSteps(partType(kind ?? null, of, key), rest);
  return [typeof key === 'number' || kind === 'map' ? indexStep(key) : attributeStep(key), ...inner];
}

/** Returns the type of a part: of all parts of a list or a map, and of one part of a tuple or an object. */
function partType(kind: Json, of: Json, key: string | number): Json {
  if (kind === 'list' || kind === 'map') return of;
  return (isList(of) ? of[Number(key)] : at(of, String(key))) ?? 'dynamic';
}

const attributeStep = (name: string): JsonObject => ({type: 'get_attr', value: name});

const indexStep = (key: string | number): JsonObject => ({type: 'index', value: {value: key, type: typeof key}});

const at = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
