import {timingSafeEqual} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isObject, type Json} from '../json.ts';
import {Secret} from '../secret/secret.ts';
import type {HistoryNames} from './history-names.ts';

/** Proves that a user with the key of the backend wrote a document for a place. `key` is the id of the key. */
export type Mac = {readonly key: string; readonly hmac: string};

/** The place of a document. The same document in another place has another MAC. */
export type MacPlace =
  /** An index entry. A renamed workspace has a new index entry and the same head. */
  | ({readonly kind: 'index'} & HistoryNames)
  | {readonly kind: 'head' | 'earlier' | 'pruned'; readonly lineage: string}
  /** The pin of a workspace, by its key in the backend. */
  | {readonly kind: 'pin'; readonly key: string}
  /** The record of the restores of a backend. */
  | {readonly kind: 'restores'}
  /** The registration of an external resource, by its key in the backend. */
  | {readonly kind: 'shared'; readonly key: string}
  | {
      readonly kind: 'release' | 'pending';
      readonly lineage: string;
      readonly revision: number;
      readonly epoch: number;
    };

/** Returns the id of a key, to distinguish a document of another key from a changed one. */
export const keyIdOf = (key: Secret): string => key.hmac('gantry.dev/key-id/1').slice(0, 16);

/** Returns the MAC of a document. Its key is derived from that of the backend, so that digests of secrets cannot be used as MACs. */
export function macOf(key: Secret, place: MacPlace, document: unknown): Mac {
  const derived = new Secret(key.hmac('gantry.dev/release-mac/1'));
  return {key: keyIdOf(key), hmac: derived.hmac(canonicalJson({place, document}))};
}

/** Reports whether a value has the form of a MAC. */
export const isMac = (value: Json | undefined): boolean =>
  isObject(value) && typeof value['key'] === 'string' && typeof value['hmac'] === 'string';

/** Returns the problem of a document's MAC; undefined if it is valid. Compares in constant time. */
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
