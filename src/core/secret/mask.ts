import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {isRedacted, redactLeaf} from './redacted-value.ts';
import {secretLeaves} from './secret-leaves.ts';

/** Redacts the secrets of an object: those of its kind, and `sensitive` paths from the user or a schema. */
export function maskKubernetes(
  key: string,
  resourceId: string,
  object: JsonObject,
  sensitive: readonly JsonPath[] = [],
): JsonObject {
  return [...secretLeaves(object), ...sensitive].reduce(
    (masked, path) => redactAt(masked, path, (leaf) => redactLeaf(key, resourceId, path, leaf)) as JsonObject,
    object,
  );
}

/** Redacts the value at a path. Ignores a missing path, and keeps a value that is already redacted. */
function redactAt(value: Json, path: JsonPath, redact: (leaf: Json) => Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return isRedacted(value) ? value : redact(value);
  if (isList(value) && typeof step === 'number') {
    return value.map((item, index) => (index === step ? redactAt(item, rest, redact) : item));
  }
  if (!isObject(value) || typeof step !== 'string' || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === step ? redactAt(field, rest, redact) : field]),
  );
}
