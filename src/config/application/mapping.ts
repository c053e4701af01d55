import {isList, isObject, type Json} from '../../core/json.ts';
import {itemsOf, type Located, listOf, type Place, partOf} from '../../core/variation/located.ts';

/** Returns a mapping of values with their positions. Leaves out undefined values. */
export function mapping(place: Place, fields: Readonly<Record<string, Located | undefined>>): Located {
  const parts = new Map(Object.entries(fields).flatMap(([key, node]) => (node === undefined ? [] : [[key, node]])));
  return {value: Object.fromEntries([...parts].map(([key, {value}]) => [key, value])), place, parts};
}

/** Returns the fields of a mapping with their names, in its order; none for undefined. */
export const fieldsOf = (node: Located | undefined): readonly (readonly [name: string, node: Located])[] =>
  Object.keys((node?.value ?? {}) as object).flatMap((name) => {
    const part = node && partOf(node, name);
    return part === undefined ? [] : [[name, part]];
  });

/** Returns a value in which each text is changed, with the places of its parts. */
export function mapTexts(node: Located, change: (text: string, node: Located) => string): Located {
  const {value, place} = node;
  if (typeof value === 'string') return {value: change(value, node), place};
  if (isList(value))
    return listOf(
      itemsOf(node).map((item) => mapTexts(item, change)),
      place,
    );
  if (!isObject(value)) return node;
  return mapping(place, Object.fromEntries(fieldsOf(node).map(([name, part]) => [name, mapTexts(part, change)])));
}

/** Returns a scalar as a text; an empty text for no value. */
export const textIn = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the texts of a mapping that was checked; none for no value. */
export const textsIn = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value ?? null) ? (value as Readonly<Record<string, string>>) : {};
