import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

type MapString = (text: string, at: JsonPath) => Json;

/** Maps each string value, but not the keys. Returns unchanged parts as the same objects. */
export function mapStrings(root: JsonObject, map: MapString): JsonObject {
  return mapObject(root, [], map);
}

/** @param at the place of the value; it is changed while parts are visited, so that only strings copy it */
function mapValue(value: Json, at: (string | number)[], map: MapString): Json {
  if (typeof value === 'string') return map(value, [...at]);
  if (isList(value)) {
    const items = value.map((item, i) => mapPart(item, i, at, map));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  return isObject(value) ? mapObject(value, at, map) : value;
}

function mapObject(object: JsonObject, at: (string | number)[], map: MapString): JsonObject {
  const keys = Object.keys(object);
  const values = keys.map((key) => mapPart(object[key] ?? null, key, at, map));
  if (values.every((value, i) => value === (object[keys[i] ?? ''] ?? null))) return object;
  // fromEntries defines fields, so that a key `__proto__` stays a key.
  return Object.fromEntries(keys.map((key, i) => [key, values[i] ?? null]));
}

function mapPart(value: Json, step: string | number, at: (string | number)[], map: MapString): Json {
  at.push(step);
  const mapped = mapValue(value, at, map);
  at.pop();
  return mapped;
}

/** Reports whether a string value passes a test. It copies nothing, because most objects hold no such string. */
export function holdsString(value: Json, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (isList(value)) return value.some((item) => holdsString(item, test));
  if (!isObject(value)) return false;
  for (const name in value) if (Object.hasOwn(value, name) && holdsString(value[name] ?? null, test)) return true;
  return false;
}

/** Visits each string value, in the order written. */
export function eachString(root: JsonObject, visit: (text: string, at: JsonPath) => void): void {
  mapStrings(root, (text, at) => {
    visit(text, at);
    return text;
  });
}
