import {timingSafeEqual} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {damaged, FORMAT_VERSION, parseDocument, requireFields} from '../release/document.ts';
import {untrusted} from '../release/untrusted.ts';
import type {Secret} from '../secret/secret.ts';

/** The key of the document with the wrapped data key of a sealed backend. */
export const SEALING_KEY = 'keys/sealing.json';

/** A data key as one kind of wrapper encrypted it. */
export type WrappedKey = {
  readonly kind: string;
  /** The keys that unwrap it, without secrets: recipients, or the name of a key in a KMS. */
  readonly recipients: readonly string[];
  readonly wrapped: string;
};

/** The data key of an earlier generation, sealed with the data key of this one. */
export type EarlierKey = {readonly generation: number; readonly sealed: string};

/** The contents of `keys/sealing.json`. */
export type SealingDocument = {
  /** Counts the data keys of this backend, from 1. */
  readonly generation: number;
  /** The data key, once for each kind of wrapper. */
  readonly keys: readonly WrappedKey[];
  /** The data keys that documents still use, until `gantry backend rekey` has rewritten all of them. */
  readonly earlier: readonly EarlierKey[];
};

/** Returns the bytes of a sealing document. Its MAC is made with the data key. */
export function encodeSealing(document: SealingDocument, key: Secret): Uint8Array {
  const open = {formatVersion: FORMAT_VERSION, ...document};
  return new TextEncoder().encode(`${canonicalJson({...open, mac: macOf(open, key)})}\n`);
}

/** A sealing document whose MAC is not checked yet. */
export type UncheckedSealing = {readonly document: SealingDocument; readonly isMadeWith: (key: Secret) => boolean};

/** Parses a sealing document. @throws GantryError release/damaged, release/newer-format, release/untrusted */
export function decodeSealing(value: Uint8Array): UncheckedSealing {
  const {mac, ...open} = parseDocument(SEALING_KEY, value);
  requireFields(SEALING_KEY, open, {generation: 'number', keys: 'list', earlier: 'list'});
  if (typeof mac !== 'string') throw untrusted(SEALING_KEY, 'no-mac');
  const {generation, keys, earlier} = open;
  if (!isListOf(keys, isWrapped) || !isListOf(earlier, isEarlier))
    throw damaged(SEALING_KEY, 'a key in it is incomplete');
  return {
    document: {generation, keys, earlier} as unknown as SealingDocument,
    isMadeWith: (key) => isEqual(mac, macOf(open, key)),
  };
}

const macOf = (open: unknown, key: Secret): string => key.hmac(`gantry.dev/sealing-mac/1 ${canonicalJson(open)}`);

const isListOf = (value: Json | undefined, is: (one: JsonObject) => boolean): boolean =>
  isList(value) && value.every((one) => isObject(one) && is(one));

const isWrapped = ({kind, recipients, wrapped}: JsonObject): boolean =>
  typeof kind === 'string' &&
  typeof wrapped === 'string' &&
  isList(recipients) &&
  recipients.every((one) => typeof one === 'string');

const isEarlier = ({generation, sealed}: JsonObject): boolean =>
  Number.isSafeInteger(generation) && typeof sealed === 'string';

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
