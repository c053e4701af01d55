import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** The object that a file of the sandbox holds; an empty one where it holds none: each of its fields is looked at anyway. */
export function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
