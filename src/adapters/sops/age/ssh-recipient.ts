import {constants, createHash, type KeyObject, publicEncrypt} from 'node:crypto';
import {fingerprintOf, readPublicKey, type SshPublicKey} from '../../../core/trust/ssh/public-key.ts';
import type {Stanza} from './age-file.ts';
import {toRawBase64} from './raw-base64.ts';
import {wrapForEd25519} from './ssh-ed25519.ts';

/** The padding of RSA that age uses. */
export const OAEP = {
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: 'sha256',
  oaepLabel: Buffer.from('age-encryption.org/v1/ssh-rsa'),
} as const;

/** Reports whether a recipient is an SSH key. */
export const isSshRecipient = (recipient: string): boolean => recipient.startsWith('ssh-');

/** Parses `ssh-ed25519 AAAA…` or `ssh-rsa AAAA…`, without a comment. */
export function readSshRecipient(recipient: string): SshPublicKey | {readonly problem: string} {
  const [type = '', base64 = ''] = recipient.split(' ');
  const read = readPublicKey(type, base64);
  return 'problem' in read || read.type !== 'ecdsa-sha2-nistp256' ? read : {problem: 'ECDSA keys cannot decrypt'};
}

/** Returns a recipient as messages show it: an SSH key as `ssh-keygen -l` does, a long one of age by its ends. */
export function shownRecipient(recipient: string): string {
  if (!isSshRecipient(recipient))
    return recipient.length <= MOST_SHOWN ? recipient : `${recipient.slice(0, 16)}…${recipient.slice(-8)}`;
  const read = readSshRecipient(recipient);
  return 'problem' in read ? recipient : `${read.type} ${fingerprintOf(read.blob)}`;
}

/** A recipient of the post-quantum kind has 2,000 characters. */
const MOST_SHOWN = 100;

/** Returns the argument of a stanza that says for which SSH key it is. */
export const sshTag = (blob: Buffer): string => toRawBase64(createHash('sha256').update(blob).digest().subarray(0, 4));

/** Encrypts a file key for an SSH key, as age does; undefined for a public key without a private one. */
export function wrapForSsh(fileKey: Uint8Array, {type, blob, key}: SshPublicKey): Stanza | undefined {
  const tag = sshTag(blob);
  if (type === 'ssh-rsa') return {args: [type, tag], body: publicEncrypt({key, ...OAEP}, fileKey)};
  const wrapped = wrapForEd25519(fileKey, blob, pointOf(key));
  return wrapped && {args: [type, tag, toRawBase64(wrapped.share)], body: wrapped.body};
}

const pointOf = (key: KeyObject): Buffer => Buffer.from(key.export({format: 'jwk'}).x ?? '', 'base64url');
