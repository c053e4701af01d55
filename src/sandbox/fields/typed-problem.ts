import {elementKey, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {itemElement} from '../../kubernetes/fields/list-item.ts';
import {
  asList,
  asMap,
  fieldOf,
  type ListSchema,
  type MapSchema,
  type ScalarType,
  type Schema,
} from '../../kubernetes/fields/schema.ts';
import {goSyntax, goType, goValue} from '../model/go-value.ts';
import {elementText} from './path-text.ts';

/**
 * Returns why a configuration does not fit its type, in the words of structured-merge-diff (`typed.AsTyped`); undefined if it fits. The
 * server checks this first; decoding may still refuse what the type allows.
 */
export function typedProblem(desired: JsonObject, schema: Schema): string | undefined {
  const problems = ofValue(desired, schema).map(({path, message}) => (path === '' ? message : `${path}: ${message}`));
  return problems.length <= 1 ? problems[0] : `errors:\n${problems.map((text) => `  ${text}`).join('\n')}`;
}

type Found = {readonly path: string; readonly message: string};

const at = (step: string, found: readonly Found[]): readonly Found[] =>
  found.map(({path, message}) => ({path: `${step}${path}`, message}));

const one = (message: string): readonly Found[] => [{path: '', message}];

/** Checks a value. Null fits every type. */
function ofValue(value: Json, schema: Schema): readonly Found[] {
  if (value === null) return [];
  if (schema.type === 'scalar') return ofScalar(value, schema.scalar);
  const [map, list] = [asMap(schema), asList(schema)];
  if (isObject(value) && map !== undefined) return ofFields(value, map);
  if (isList(value) && list !== undefined) return ofItems(value, list);
  // A value of any type may be a scalar.
  if (schema.type === 'any' && !isObject(value) && !isList(value)) return [];
  return one(`expected ${map === undefined ? 'list' : 'map'}, got &{${goValue(value)}}`);
}

const NUMBERS = new Set<ScalarType>(['integer', 'int32', 'number']);
const STRINGS = new Set<ScalarType>(['string', 'bytes']);

function ofScalar(value: Json, scalar: ScalarType): readonly Found[] {
  if (NUMBERS.has(scalar))
    return typeof value === 'number' ? [] : one(`expected numeric (int or float), got ${goType(value)}`);
  if (STRINGS.has(scalar))
    return typeof value === 'string'
      ? []
      : one(`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`);
  if (scalar === 'boolean') return typeof value === 'boolean' ? [] : one(`expected boolean, got &{${goValue(value)}}`);
  return typeof value === 'object' ? one(`expected any scalar, got &{${goValue(value)}}`) : [];
}

/** Checks the fields in the order of their names, as Go does, and stops at the first one that the type does not have. */
function ofFields(object: JsonObject, schema: MapSchema): readonly Found[] {
  const found: Found[] = [];
  for (const name of Object.keys(object).toSorted()) {
    const type = fieldOf(schema, name);
    if (type === undefined) return [...found, ...at(`.${name}`, one('field not declared in schema'))];
    found.push(...at(`.${name}`, ofValue(object[name] ?? null, type)));
  }
  return found;
}

/** Checks the items of a list, and stops at one without a valid key: the following ones cannot be named. */
function ofItems(items: readonly Json[], schema: ListSchema): readonly Found[] {
  const found: Found[] = [];
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    const element: PathElement | undefined = schema.listType === 'atomic' ? {index: i} : itemElement(item, schema);
    if (element === undefined) return [...found, ...one(`element ${i}: ${keyless(item, schema)}`)];
    const key = elementKey(element);
    const step = elementText(element);
    if (seen.has(key)) found.push(...one(`duplicate entries for key ${step}`));
    seen.add(key);
    found.push(...at(step, ofValue(item, schema.items())));
  }
  return found;
}

function keyless(item: Json, schema: ListSchema): string {
  if (schema.listType === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    if (isList(item)) return 'not supported: associative list with lists as elements';
    return "associative list without keys has an element that's a map type";
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isObject(item)) return 'associative list with keys may not have non-map elements';
  const keys = schema
    .keys()
    .map(({name}) => JSON.stringify(name))
    .join(' ');
  return `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`;
}
