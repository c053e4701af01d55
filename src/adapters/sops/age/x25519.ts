import {createPrivateKey, createPublicKey, diffieHellman, type KeyObject} from 'node:crypto';

/** The beginning of each X25519 key in DER, which Node.js needs in front of the 32 bytes. */
const [PRIVATE_PREFIX, PUBLIC_PREFIX] = [
  Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Buffer.from('302a300506032b656e032100', 'hex'),
];

/** Returns a private key for its 32 bytes. */
export const x25519PrivateKey = (scalar: Uint8Array): KeyObject =>
  createPrivateKey({key: Buffer.concat([PRIVATE_PREFIX, scalar]), format: 'der', type: 'pkcs8'});

/** Returns the 32 bytes of the public key of a private key. */
export const x25519PublicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({format: 'der', type: 'spki'}).subarray(PUBLIC_PREFIX.length);

/** Returns the secret that a private key and another public key share; undefined for a public key of low order. */
export function sharedSecret(privateKey: KeyObject, publicBytes: Uint8Array): Buffer | undefined {
  if (publicBytes.length !== 32) return undefined;
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, publicBytes]),
    format: 'der',
    type: 'spki',
  });
  try {
    return diffieHellman({privateKey, publicKey});
  } catch {
    return undefined;
  }
}
