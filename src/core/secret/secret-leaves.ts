import {isObject, type JsonObject, type JsonPath} from '../json.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns the paths of the fields that are secret by the kind of the object. kubectl's annotation contains a Secret's values as well. */
export function secretLeaves(object: JsonObject): readonly JsonPath[] {
  if (object['apiVersion'] !== 'v1' || object['kind'] !== 'Secret') return [];
  const values = ['data', 'stringData'].flatMap((field) => below(object, field));
  const metadata = object['metadata'];
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const copied = isObject(annotations) && annotations[LAST_APPLIED] !== undefined;
  return copied ? [...values, ['metadata', 'annotations', LAST_APPLIED]] : values;
}

/** Returns the paths below a field. A malformed `data` that is not a map may contain the secret as well, so it is one leaf. */
function below(object: JsonObject, field: string): readonly JsonPath[] {
  const value = object[field];
  if (value === undefined || value === null) return [];
  return isObject(value) ? Object.keys(value).map((name) => [field, name]) : [[field]];
}
