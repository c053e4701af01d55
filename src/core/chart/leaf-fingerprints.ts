import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import type {Secret} from '../secret/secret.ts';

/** The length of the fingerprint of one leaf. 32 bits are enough to notice that a value is another one. */
const LENGTH = 8;

/** A text or another scalar in an object. */
type Leaf = {readonly path: JsonPath; readonly value: Json};

/** Returns a short keyed digest of each leaf of an object, in one text: a release can keep it, and no value can be read from it. */
export const leafFingerprints = (key: Secret, object: JsonObject): string =>
  leavesOf(object, [])
    .map((leaf) => fingerprint(key, leaf))
    .join('');

/** Returns the paths of the texts whose fingerprint is another one than before. Empty if leaves were added or removed. */
export function changedTexts(key: Secret, object: JsonObject, before: string): readonly JsonPath[] {
  const leaves = leavesOf(object, []);
  if (before.length !== leaves.length * LENGTH) return [];
  return leaves
    .filter((leaf, index) => fingerprint(key, leaf) !== before.slice(index * LENGTH, (index + 1) * LENGTH))
    .filter(({value}) => typeof value === 'string')
    .map(({path}) => path);
}

const fingerprint = (key: Secret, {path, value}: Leaf): string =>
  key.hmac(`leaf ${JSON.stringify([path, value])}`).slice(0, LENGTH);

function leavesOf(value: Json, path: JsonPath): readonly Leaf[] {
  if (isList(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (!isObject(value)) return [{path, value}];
  return Object.keys(value)
    .toSorted()
    .flatMap((name) => leavesOf(value[name] ?? null, [...path, name]));
}
