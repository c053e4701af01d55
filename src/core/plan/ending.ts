import {isList, isObject, type JsonObject} from '../json.ts';

/** The server is deleting the object: nothing can stop that, and what is written to it goes with it. */
export const isEnding = (object: JsonObject): boolean => partOf(object, 'metadata')['deletionTimestamp'] !== undefined;

/** What the end of an object waits for, as one reads it after its name. */
export function endingText(object: JsonObject): string {
  const held = [partOf(object, 'metadata')['finalizers'], partOf(object, 'spec')['finalizers']].flatMap((list) =>
    isList(list) ? list.filter((name) => typeof name === 'string') : [],
  );
  return held.length === 0 ? 'is being deleted' : `is being deleted; held by the finalizers ${held.join(', ')}`;
}

function partOf(object: JsonObject, name: string): JsonObject {
  const part = object[name];
  return isObject(part) ? part : {};
}
