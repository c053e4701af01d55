import type {Json} from '../../../core/json.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';

const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * Returns a short hash of a value, in the alphabet of Kubernetes' own hashes (no vowels). Kubernetes hashes its Go structs in memory, so
 * the same template has another hash there.
 */
export const hashOf = (value: Json): string =>
  Array.from(String(fnv(value)), (digit) => SAFE[digit.charCodeAt(0) % SAFE.length] ?? '').join('');

/** Returns five characters, as the server appends them to a `generateName`. */
export function suffixOf(value: Json): string {
  let rest = fnv(value);
  let letters = '';
  for (; letters.length < 5; rest = Math.floor(rest / SAFE.length)) letters += SAFE[rest % SAFE.length] ?? '';
  return letters;
}

function fnv(value: Json): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(canonicalJson(value))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
