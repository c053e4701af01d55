import {isObject, type JsonObject, type JsonPath} from '../json.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Which fields of a Kubernetes object are secrets by its kind. kubectl's annotation holds a Secret's values in clear. */
export function secretLeaves(object: JsonObject): readonly JsonPath[] {
  if (object['apiVersion'] !== 'v1' || object['kind'] !== 'Secret') return [];
  const values = ['data', 'stringData'].flatMap((field) => below(object, field));
  const metadata = object['metadata'];
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const copied = isObject(annotations) && annotations[LAST_APPLIED] !== undefined;
  return copied ? [...values, ['metadata', 'annotations', LAST_APPLIED]] : values;
}

/** A malformed `data` (no map) may hold the secret as well: then all of it is one leaf. */
function below(object: JsonObject, field: string): readonly JsonPath[] {
  const value = object[field];
  if (value === undefined || value === null) return [];
  return isObject(value) ? Object.keys(value).map((name) => [field, name]) : [[field]];
}
