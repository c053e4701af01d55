import type {AllowedKey} from './allowed-keys.ts';
import type {SshSignature} from './armored-signature.ts';
import {fingerprintOf} from './public-key.ts';
import {isSignatureOf} from './verify-signature.ts';

/** The reason why a signature is not accepted. `key` is the fingerprint of its key. */
export type SignatureProblem =
  /** There is no signature. */
  | {readonly reason: 'none'}
  /** The signature was made for another purpose. */
  | {readonly reason: 'namespace'; readonly found: string}
  | {readonly reason: 'unknown-key'; readonly key: string}
  /** The key is only allowed for other purposes. */
  | {readonly reason: 'other-namespaces'; readonly key: string; readonly namespaces: readonly string[]}
  /** The key is not valid yet, or no longer. `at` is the limit. */
  | {readonly reason: 'not-yet' | 'ended'; readonly key: string; readonly at: string}
  /** The signed text is a different one. */
  | {readonly reason: 'other-text'; readonly key: string};

/** A signature, the bytes that it signs, and the keys that may sign them. */
export type JudgedSignature = {
  /** The signed bytes. */
  readonly bytes: Uint8Array;
  readonly signature: SshSignature;
  /** The required namespace of the signature. */
  readonly namespace: string;
  readonly keys: readonly AllowedKey[];
  readonly now: Date;
};

/** Returns the problem of a signature; undefined if an allowed key made it for exactly these bytes. A key may have several lines. */
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
