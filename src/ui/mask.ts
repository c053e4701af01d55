import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {isSecretReference, MASK} from '../core/workspace/mask.ts';

/** An object as it may be shown: a Secret's values are masked, references to secrets stay. */
export function masked(attributes: JsonObject): JsonObject {
  if (attributes['kind'] !== 'Secret' || attributes['apiVersion'] !== 'v1') return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (name === 'data' || name === 'stringData') return [name, maskedValues(value)];
      return [name, name === 'metadata' ? withoutLastApplied(value) : value];
    }),
  );
}

const maskedValues = (values: Json): Json =>
  isObject(values) ? Object.fromEntries(Object.entries(values).map(([key, value]) => [key, maskedValue(value)])) : MASK;

// A redacted value (an object) and a reference contain no secret; a text may. The mask is not base64, so that a cluster refuses it as data.
const maskedValue = (value: Json): Json =>
  isObject(value) || value === null || (typeof value === 'string' && isSecretReference(value)) ? value : MASK;

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Masks the annotation in which kubectl stores the whole Secret in plain text. */
function withoutLastApplied(metadata: Json): Json {
  if (!isObject(metadata) || !isObject(metadata['annotations'])) return metadata;
  if (metadata['annotations'][LAST_APPLIED] === undefined) return metadata;
  return {...metadata, annotations: {...metadata['annotations'], [LAST_APPLIED]: MASK}};
}
