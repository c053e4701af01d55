import {timingSafeEqual} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type Json} from '../json.ts';
import {Secret} from '../secret/secret.ts';
import type {SeriesNames} from './series-names.ts';

/** Says that a person who can read the key of the backend wrote a document, for this place. `key`: which key, and nothing of it. */
export type Mac = {readonly key: string; readonly hmac: string};

/** Where a document belongs: the same document in another place has another MAC. */
export type MacPlace =
  /** What leads from the names to the lineage: a renamed workspace has a new index, and the same head. */
  | ({readonly kind: 'index'} & SeriesNames)
  | {readonly kind: 'head' | 'earlier'; readonly lineage: string}
  /** The pin of a workspace, by its key in the backend. */
  | {readonly kind: 'pin'; readonly key: string}
  | {
      readonly kind: 'release' | 'pending';
      readonly lineage: string;
      readonly revision: number;
      readonly epoch: number;
    };

/** Which key it is: to tell a document of another key from a changed one. */
export const keyIdOf = (key: Secret): string => key.hmac('gantry.dev/key-id/1').slice(0, 16);

/** The MAC of a document, under a key of its own, derived from that of the backend: digests of secrets are no MACs. */
export function macOf(key: Secret, place: MacPlace, document: unknown): Mac {
  const derived = new Secret(key.hmac('gantry.dev/release-mac/1'));
  return {key: keyIdOf(key), hmac: derived.hmac(canonicalJson({place, document}))};
}

/** Tells a MAC with the id of its key from other JSON. */
export const isMac = (value: Json | undefined): boolean =>
  isObject(value) && typeof value['key'] === 'string' && typeof value['hmac'] === 'string';

/** Compares in constant time. */
export function macProblem(
  key: Secret,
  mac: Mac,
  place: MacPlace,
  document: unknown,
): 'other-key' | 'wrong-mac' | undefined {
  const own = macOf(key, place, document);
  if (mac.key !== own.key) return 'other-key';
  const [found, expected] = [Buffer.from(mac.hmac), Buffer.from(own.hmac)];
  return found.length === expected.length && timingSafeEqual(found, expected) ? undefined : 'wrong-mac';
}
