import {createHash, verify} from 'node:crypto';
import {MAGIC, type SshSignature} from './armored-signature.ts';
import type {SshKeyType, SshPublicKey} from './public-key.ts';
import {positiveInteger, wireString, wireStrings} from './wire.ts';

type Algorithm = {
  readonly of: SshKeyType;
  /** The hash. Undefined if the algorithm defines it. */
  readonly hash?: string;
  /** Converts a signature from the SSH format to that of Node.js. */
  readonly signature: (signature: Buffer, bytes: number) => Buffer | undefined;
};

/** Pads a number of a signature with zeros. SSH writes it in its shortest form, but Node.js needs all bytes. */
const padded = (number: Buffer | undefined, bytes: number): Buffer | undefined =>
  number === undefined || number.length > bytes
    ? undefined
    : Buffer.concat([Buffer.alloc(bytes - number.length), number]);

const RSA = {of: 'ssh-rsa', signature: padded} as const;

/** The supported algorithms. `ssh-rsa`, the RSA signature with SHA-1, is excluded on purpose. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['ssh-ed25519', {of: 'ssh-ed25519', signature: (signature) => (signature.length === 64 ? signature : undefined)}],
  [
    'ecdsa-sha2-nistp256',
    {
      of: 'ecdsa-sha2-nistp256',
      hash: 'sha256',
      signature: (signature) => {
        const [r, s] = (wireStrings(signature, 2) ?? []).map((one) => padded(positiveInteger(one), 32));
        return r && s && Buffer.concat([r, s]);
      },
    },
  ],
  ['rsa-sha2-256', {...RSA, hash: 'sha256'}],
  ['rsa-sha2-512', {...RSA, hash: 'sha512'}],
]);

/** Reports whether a key made a signature of exactly these bytes, with an algorithm for its type. */
export function isSignatureOf(bytes: Uint8Array, found: SshSignature, {type, key}: SshPublicKey): boolean {
  const algorithm = ALGORITHMS.get(found.algorithm);
  if (algorithm === undefined || algorithm.of !== type) return false;
  const length = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const signature = algorithm.signature(found.signature, Math.ceil(length));
  if (signature === undefined) return false;
  return verify(algorithm.hash, signedData(bytes, found), {key, dsaEncoding: 'ieee-p1363'}, signature);
}

/** Returns the data that is signed in place of the text (PROTOCOL.sshsig, section 3). The empty string is reserved. */
const signedData = (bytes: Uint8Array, {namespace, hash}: Pick<SshSignature, 'namespace' | 'hash'>): Buffer =>
  Buffer.concat([
    MAGIC,
    ...[namespace, '', hash, createHash(hash).update(bytes).digest()].map((content) => wireString(content)),
  ]);
