import type {AllowedKey} from './allowed-keys.ts';
import type {SshSignature} from './armored-signature.ts';
import {fingerprintOf} from './public-key.ts';
import {isSignatureOf} from './verify-signature.ts';

/** Why a signature does not count. `key`: the fingerprint of the one that made it. */
export type SignatureProblem =
  /** There is none. */
  | {readonly reason: 'none'}
  /** Made for another purpose. */
  | {readonly reason: 'namespace'; readonly found: string}
  | {readonly reason: 'unknown-key'; readonly key: string}
  /** The key counts for other purposes only. */
  | {readonly reason: 'other-namespaces'; readonly key: string; readonly namespaces: readonly string[]}
  /** `at`: when the key begins to count, or when it ended. */
  | {readonly reason: 'not-yet' | 'ended'; readonly key: string; readonly at: string}
  /** The text is another one than was signed. */
  | {readonly reason: 'other-text'; readonly key: string};

/** A signature, the bytes that it signs, and the keys that may sign them. */
export type JudgedSignature = {
  /** What was signed. */
  readonly bytes: Uint8Array;
  readonly signature: SshSignature;
  /** What the signature has to be made for. */
  readonly namespace: string;
  readonly keys: readonly AllowedKey[];
  readonly now: Date;
};

/** Says why a signature does not count; undefined: a key that is allowed for it made it of exactly these bytes. A key may have several lines. */
export function judgeSignature({
  bytes,
  signature,
  namespace,
  keys,
  now,
}: JudgedSignature): SignatureProblem | undefined {
  if (signature.namespace !== namespace) return {reason: 'namespace', found: signature.namespace};
  const key = fingerprintOf(signature.publicKey);
  const known = keys.filter((one) => one.key.blob.equals(signature.publicKey));
  const [first] = known;
  if (first === undefined) return {reason: 'unknown-key', key};
  const limits = known.map((one) => limitOf(one, key, namespace, now));
  if (!limits.includes(undefined)) return limits[0];
  return isSignatureOf(bytes, signature, first.key) ? undefined : {reason: 'other-text', key};
}

function limitOf(
  {namespaces, validAfter, validBefore}: AllowedKey,
  key: string,
  namespace: string,
  now: Date,
): SignatureProblem | undefined {
  if (namespaces !== undefined && !namespaces.includes(namespace)) return {reason: 'other-namespaces', key, namespaces};
  if (validAfter !== undefined && now < validAfter) return {reason: 'not-yet', key, at: validAfter.toISOString()};
  if (validBefore !== undefined && now > validBefore) return {reason: 'ended', key, at: validBefore.toISOString()};
  return undefined;
}
