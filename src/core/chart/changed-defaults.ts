import {deepEqual} from '../../lib/deep-equal.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/** A default value that differs between two versions of a chart. Absent: the version does not have it. */
export type ChangedDefault = {readonly path: JsonPath; readonly before?: Json; readonly after?: Json};

/** Returns the default values that differ, in the order of the newer version, with those that it dropped at the end. */
export function changedDefaults(before: JsonObject, after: JsonObject, path: JsonPath = []): readonly ChangedDefault[] {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return keys.flatMap((key): readonly ChangedDefault[] => {
    const [was, is] = [before[key], after[key]];
    const at = [...path, key];
    if (isObject(was) && isObject(is)) return changedDefaults(was, is, at);
    if (was === undefined) return is === undefined ? [] : [{path: at, after: is}];
    if (is === undefined) return [{path: at, before: was}];
    return deepEqual(was, is) ? [] : [{path: at, before: was, after: is}];
  });
}
