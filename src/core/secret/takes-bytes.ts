import type {JsonObject, JsonPath} from '../json.ts';
import {parseText} from '../reference/parse-text.ts';
import {isSecretObject} from '../reference/secret-data-references.ts';

/** Reports whether a field can have a secret that is not text: only as the whole value of a key under `data` of a Secret. */
export function takesBytes(object: JsonObject, at: JsonPath): boolean {
  const [field, name, ...deeper] = at;
  if (!isSecretObject(object) || field !== 'data' || typeof name !== 'string' || deeper.length > 0) return false;
  return soleReference(object, name) !== undefined;
}

/** Returns the reference that is the whole value of a key under `data`. */
export function soleReference({data}: JsonObject, name: string): string | undefined {
  const text =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as JsonObject)[name] : undefined;
  if (typeof text !== 'string') return undefined;
  const [part, ...others] = parseText(text, () => false);
  return part?.kind === 'secret' && others.length === 0 ? part.uri : undefined;
}
