import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {isRedacted, redactLeaf} from '../../core/secret/redacted-value.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {IsSensitive} from './masks.ts';

/** Replaces sensitive values by digests, for a release. */
export function sealValues(key: Secret, id: string, values: JsonObject, isSensitive: IsSensitive): JsonObject {
  const seal = (value: Json, path: JsonPath): Json => {
    if (value === null || isRedacted(value)) return value;
    if (path.length > 0 && isSensitive(path, value)) return redactLeaf(key.reveal(), id, path, value);
    if (isList(value)) return value.map((item, i) => seal(item, [...path, i]));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, seal(part, [...path, name])]));
  };
  return seal(values, []) as JsonObject;
}

/** Returns the paths of sensitive values. */
export function sensitivePaths(value: Json, isSensitive: IsSensitive, path: JsonPath = []): readonly JsonPath[] {
  if (path.length > 0 && isSensitive(path, value)) return [path];
  const parts = isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return parts.flatMap(([step, part]) => sensitivePaths(part, isSensitive, [...path, step]));
}
