import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** Parses the JSON object of a sandbox file. Returns an empty object for any other content, because callers check each field. */
export function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
