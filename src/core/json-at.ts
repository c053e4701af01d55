import {isList, isObject, type Json, type JsonPath} from './json.ts';

/** Returns the value at a path; undefined if there is none. */
export function jsonAt(value: Json, path: JsonPath): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (isList(current) && typeof step === 'number') current = current[step];
    else if (isObject(current) && Object.hasOwn(current, String(step))) current = current[String(step)];
    else return undefined;
  }
  return current;
}
