import {isList, isObject, type JsonPath} from '../json.ts';
import {itemsOf, type Located, listOf, partOf, withField} from '../variation/located.ts';

/** The values with one more set, or the reason why Helm could not set it. */
export type SetValue = {readonly values: Located} | {readonly because: string};

/**
 * Sets one value as Helm's `--set` does: missing mappings and lists are created, the gap before a new list item is filled with null.
 * A mapping replaces the former value; it is not merged.
 */
export function setValue(values: Located, path: JsonPath, value: Located): SetValue {
  const [step, ...rest] = path;
  if (step === undefined) return {values: value};
  return typeof step === 'number' ? setItem(values, [step, ...rest], value) : setField(values, [step, ...rest], value);
}

type At<Step> = readonly [Step, ...JsonPath];

function setField(node: Located, [name, ...rest]: At<string>, value: Located): SetValue {
  if (!isObject(node.value)) return {because: 'a part of the path is not a mapping'};
  const before = partOf(node, name) ?? empty(rest, value);
  const made = setValue(before, rest, value);
  return 'because' in made ? made : {values: withField(node, name, made.values)};
}

function setItem(node: Located, [index, ...rest]: At<number>, value: Located): SetValue {
  if (!isList(node.value)) return {because: 'a part of the path is not a list'};
  const items = [...itemsOf(node)];
  while (items.length < index) items.push({value: null, place: value.place});
  const before = items[index];
  // Helm replaces an item that cannot have the next name, or is null before a next index.
  const isUsable =
    before !== undefined && (typeof rest[0] === 'string' ? isObject(before.value) : before.value !== null);
  const made = setValue(isUsable ? before : empty(rest, value), rest, value);
  if ('because' in made) return made;
  items[index] = made.values;
  return {values: listOf(items, node.place)};
}

/** Returns the empty value that the next step of a path needs. */
const empty = ([next]: JsonPath, {place}: Located): Located => ({
  value: next === undefined ? null : typeof next === 'number' ? [] : {},
  place,
});
