import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/** Maps each string value, but not the keys. Returns unchanged parts as the same objects. */
export function mapStrings(root: JsonObject, map: (text: string, at: JsonPath) => Json): JsonObject {
  return mapObject(root, [], map);
}

function mapValue(value: Json, at: JsonPath, map: (text: string, at: JsonPath) => Json): Json {
  if (typeof value === 'string') return map(value, at);
  if (isList(value)) {
    const items = value.map((item, i) => mapValue(item, [...at, i], map));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  return isObject(value) ? mapObject(value, at, map) : value;
}

function mapObject(object: JsonObject, at: JsonPath, map: (text: string, at: JsonPath) => Json): JsonObject {
  const fields = Object.entries(object).map(([key, value]) => [key, mapValue(value, [...at, key], map)] as const);
  // fromEntries defines fields, so that a key `__proto__` stays a key.
  return fields.every(([key, value]) => value === object[key]) ? object : Object.fromEntries(fields);
}

/** Visits each string value, in the order written. */
export function eachString(root: JsonObject, visit: (text: string, at: JsonPath) => void): void {
  mapStrings(root, (text, at) => {
    visit(text, at);
    return text;
  });
}
