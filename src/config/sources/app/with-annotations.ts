import {isObject, type JsonObject} from '../../../core/json.ts';
import {isDeclared} from '../../../core/module/declared-resource.ts';

/** Returns an object with the annotations of its application. The annotations of the object win. */
export function withAnnotations(object: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(annotations).length === 0 || isDeclared(object)) return object;
  const metadata = object['metadata'] as JsonObject;
  const own = metadata['annotations'] ?? null;
  return {...object, metadata: {...metadata, annotations: {...annotations, ...(isObject(own) ? own : {})}}};
}
