import {createPrivateKey, createPublicKey, type KeyObject} from 'node:crypto';
import {wireString} from '../../../core/trust/ssh/wire.ts';
import {readOpensshKey, type SshPrivateKey} from './openssh-key.ts';
import {DAMAGED, type KeyProblem, LOCKED, otherType, WRONG_PASSPHRASE} from './ssh-key-problem.ts';

/** Parses a private key in the format of OpenSSH, or in PEM: PKCS #1 or PKCS #8. */
export function readSshPrivateKey(pem: string): SshPrivateKey | KeyProblem {
  if (pem.startsWith('-----BEGIN OPENSSH PRIVATE KEY-----')) return readOpensshKey(pem);
  return {open: (passphrase) => readPem(pem, passphrase)};
}

function readPem(pem: string, passphrase: string | undefined): KeyObject | KeyProblem {
  try {
    return usable(createPrivateKey({key: pem, passphrase: passphrase ?? ''}));
  } catch {
    if (!/ENCRYPTED/.test(pem)) return DAMAGED;
    return passphrase === undefined ? LOCKED : WRONG_PASSPHRASE;
  }
}

const usable = (key: KeyObject): KeyObject | KeyProblem =>
  key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ed25519'
    ? key
    : otherType(key.asymmetricKeyType ?? 'unknown');

/** Returns the public key of a private key in the SSH wire format. */
export function publicBlobOf(key: KeyObject): Buffer {
  const jwk = createPublicKey(key).export({format: 'jwk'});
  const part = (name: 'x' | 'e' | 'n'): Buffer => Buffer.from(jwk[name] ?? '', 'base64url');
  const fields =
    key.asymmetricKeyType === 'rsa' ? ['ssh-rsa', mpint(part('e')), mpint(part('n'))] : ['ssh-ed25519', part('x')];
  return Buffer.concat(fields.map((field) => wireString(field)));
}

/** A number whose first bit is set would be negative without a zero in front. */
const mpint = (bytes: Buffer): Buffer => ((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
