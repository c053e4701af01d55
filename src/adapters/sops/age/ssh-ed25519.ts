import {createHash, randomBytes} from 'node:crypto';
import {deriveKey, unwrapFileKey, wrapFileKey} from './file-key.ts';
import {sharedSecret, x25519PrivateKey, x25519PublicBytes} from './x25519.ts';

const LABEL = 'age-encryption.org/v1/ssh-ed25519';
const PRIME = 2n ** 255n - 19n;

/** A file key that was encrypted for an Ed25519 key. */
export type Ed25519Wrapped = {readonly share: Buffer; readonly body: Buffer};

/**
 * Encrypts a file key for an Ed25519 key; undefined for a key that is not on the curve or of low order.
 * @param blob the public key in the SSH wire format
 * @param point the 32 bytes of the public key
 */
export function wrapForEd25519(fileKey: Uint8Array, blob: Buffer, point: Buffer): Ed25519Wrapped | undefined {
  const recipient = montgomery(point);
  const ephemeral = x25519PrivateKey(randomBytes(32));
  const share = x25519PublicBytes(ephemeral);
  const key = wrappingKey(sharedSecret(ephemeral, recipient), {blob, share, recipient});
  return key && {share, body: wrapFileKey(fileKey, key)};
}

/** Decrypts a file key with the seed of an Ed25519 key; undefined if it was encrypted for another one. */
export function unwrapByEd25519({share, body}: Ed25519Wrapped, blob: Buffer, seed: Buffer): Buffer | undefined {
  const own = x25519PrivateKey(createHash('sha512').update(seed).digest().subarray(0, 32));
  const key = wrappingKey(sharedSecret(own, share), {blob, share, recipient: x25519PublicBytes(own)});
  return key && unwrapFileKey(body, key);
}

type Parties = {readonly blob: Buffer; readonly share: Buffer; readonly recipient: Buffer};

/** The secret is changed by the SSH key, so that the same X25519 key of another kind of recipient gives another result. */
function wrappingKey(secret: Buffer | undefined, {blob, share, recipient}: Parties): Buffer | undefined {
  const tweak = x25519PrivateKey(deriveKey(Buffer.alloc(0), blob, LABEL));
  const tweaked = secret && sharedSecret(tweak, secret);
  return tweaked && deriveKey(tweaked, Buffer.concat([share, recipient]), LABEL);
}

/** Converts a point of Ed25519 to X25519: u = (1 + y) / (1 - y), RFC 7748, section 4.1. */
function montgomery(point: Buffer): Buffer {
  const y = BigInt(`0x${reversed(point).toString('hex')}`) & (2n ** 255n - 1n);
  const u = modulo((1n + y) * power(modulo(1n - y), PRIME - 2n));
  return reversed(Buffer.from(u.toString(16).padStart(64, '0'), 'hex'));
}

const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());

const modulo = (n: bigint): bigint => ((n % PRIME) + PRIME) % PRIME;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [square, left] = [base, exponent]; left > 0n; left >>= 1n, square = modulo(square * square))
    if (left & 1n) result = modulo(result * square);
  return result;
}
