import {createHash, createPublicKey, type JsonWebKey, type KeyObject} from 'node:crypto';
import {fromBase64, positiveInteger, wireStrings} from './wire.ts';

/** The key types whose signatures are checked. */
export type SshKeyType = 'ssh-ed25519' | 'ecdsa-sha2-nistp256' | 'ssh-rsa';

/** A public key, in the SSH wire format and as a Node.js key. */
export type SshPublicKey = {
  readonly type: SshKeyType;
  /** The key in the SSH wire format. Equal keys have equal bytes. */
  readonly blob: Buffer;
  readonly key: KeyObject;
};

type Problem = {readonly problem: string};

/** The bounds of the modulus in bits. A smaller one can be broken, and a larger one is slow. */
const [LEAST_BITS, MOST_BITS] = [2048, 16_384];

const FIELDS: Readonly<Record<SshKeyType, {readonly count: number; readonly jwk: (fields: Fields) => Jwk}>> = {
  'ssh-ed25519': {
    count: 2,
    jwk: ([, x]) => (x?.length === 32 ? {kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url')} : undefined),
  },
  'ecdsa-sha2-nistp256': {count: 3, jwk: ([, curve, point]) => ellipticKey(curve, point)},
  'ssh-rsa': {count: 3, jwk: ([, e, n]) => rsaKey(e, n)},
};

type Fields = readonly Buffer[];
type Jwk = JsonWebKey | undefined;

/** The names of all supported key types, for messages. */
export const SUPPORTED_KEYS = Object.keys(FIELDS) as readonly SshKeyType[];

const isSupported = (type: string): type is SshKeyType => Object.hasOwn(FIELDS, type);

/**
 * Parses a public key of `id_ed25519.pub` or `allowed_signers`.
 * @param type the type before the key
 * @param base64 the key in base64
 */
export function readPublicKey(type: string, base64: string): SshPublicKey | Problem {
  if (!isSupported(type))
    return {problem: `keys of this type are not supported; supported: ${SUPPORTED_KEYS.join(', ')}`};
  const blob = fromBase64(base64);
  const fields = blob && wireStrings(blob, FIELDS[type].count);
  const jwk = fields?.[0]?.toString('latin1') === type ? FIELDS[type].jwk(fields) : undefined;
  const key = jwk && keyObject(jwk);
  if (blob === undefined || key === undefined) return {problem: `it is not a valid ${type} key`};
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && (bits < LEAST_BITS || bits > MOST_BITS))
    return {problem: `the RSA key has ${bits} bits; supported: ${LEAST_BITS} to ${MOST_BITS}`};
  return {type, blob, key};
}

/** Parses a public key in the SSH wire format, as a signature contains it. */
export function publicKeyIn(blob: Buffer): SshPublicKey | Problem {
  const type = blob.length < 4 ? '' : blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1');
  return readPublicKey(type, blob.toString('base64'));
}

/** Returns the name by which ssh-keygen and ssh-add show a key: `SHA256:…`. */
export const fingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace('=', '')}`;

/** Returns the point as two coordinates. OpenSSH never compresses it. */
function ellipticKey(curve: Buffer | undefined, point: Buffer | undefined): Jwk {
  if (curve?.toString('latin1') !== 'nistp256' || point?.length !== 65 || point[0] !== 4) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return x === undefined || y === undefined ? undefined : {kty: 'EC', crv: 'P-256', x, y};
}

function rsaKey(exponent: Buffer | undefined, modulus: Buffer | undefined): Jwk {
  const [e, n] = [exponent, modulus].map((one) => one && positiveInteger(one));
  if (e === undefined || n === undefined) return undefined;
  // An even exponent has no inverse. With the exponent 1 every text is its own signature.
  const isOdd = ((e.at(-1) ?? 0) & 1) === 1;
  return isOdd && !e.equals(Buffer.of(1))
    ? {kty: 'RSA', e: e.toString('base64url'), n: n.toString('base64url')}
    : undefined;
}

function keyObject(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({key: jwk, format: 'jwk'});
  } catch {
    return undefined;
  }
}
