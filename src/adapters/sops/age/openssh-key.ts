import {createDecipheriv, createPrivateKey, type DecipherGCM, type KeyObject} from 'node:crypto';
import {positiveInteger} from '../../../core/trust/ssh/wire.ts';
import {bcryptPbkdf} from './bcrypt-pbkdf.ts';
import {DAMAGED, type KeyProblem, LOCKED, otherType, WRONG_PASSPHRASE} from './ssh-key-problem.ts';

const MAGIC = 'openssh-key-v1\0';
/** The most rounds of the passphrase: about a minute. */
const MOST_ROUNDS = 2048;

type Cipher = {readonly name: string; readonly keyBytes: number; readonly ivBytes: number};

const aes = (mode: 'ctr' | 'cbc', bits: number): Cipher => ({
  name: `aes-${bits}-${mode}`,
  keyBytes: bits / 8,
  ivBytes: 16,
});

/** The ciphers of OpenSSH that Node.js has. OpenSSH has used `aes256-ctr` by default since 2018. */
const CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ...[128, 192, 256].flatMap((bits): [string, Cipher][] => [
    [`aes${bits}-ctr`, aes('ctr', bits)],
    [`aes${bits}-cbc`, aes('cbc', bits)],
  ]),
  ['aes128-gcm@openssh.com', {name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12}],
  ['aes256-gcm@openssh.com', {name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12}],
]);

/** A private SSH key, which may be encrypted with a passphrase. */
export type SshPrivateKey = {
  /** The public key in the SSH wire format, where the file has it in clear. */
  readonly publicBlob?: Buffer;
  readonly open: (passphrase: string | undefined) => KeyObject | KeyProblem;
};

/**
 * Parses a private key in OpenSSH's own format, which Node.js does not read.
 * Source: https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key
 */
export function readOpensshKey(pem: string): SshPrivateKey | KeyProblem {
  const bytes = Buffer.from(pem.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64');
  if (bytes.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) return DAMAGED;
  const [cipher, kdf, options, ...rest] = fields(bytes.subarray(MAGIC.length), 3) ?? [];
  const after = rest[0];
  if (cipher === undefined || kdf === undefined || options === undefined || after === undefined) return DAMAGED;
  if (after.length < 4 || after.readUInt32BE() !== 1) return {problem: 'contains several keys'};
  const [publicBlob, secret, tag] = fields(after.subarray(4), 2) ?? [];
  if (publicBlob === undefined || secret === undefined || tag === undefined) return DAMAGED;
  const locked = {cipher: cipher.toString('latin1'), kdf: kdf.toString('latin1'), options, secret, tag};
  return {publicBlob, open: (passphrase) => open(locked, passphrase)};
}

/** Splits bytes into the first strings and the rest. */
function fields(bytes: Buffer, count: number): readonly Buffer[] | undefined {
  const found: Buffer[] = [];
  let rest = bytes;
  while (found.length < count) {
    if (rest.length < 4) return undefined;
    const end = 4 + rest.readUInt32BE();
    if (end > rest.length) return undefined;
    found.push(rest.subarray(4, end));
    rest = rest.subarray(end);
  }
  return [...found, rest];
}

type Locked = {
  readonly cipher: string;
  readonly kdf: string;
  readonly options: Buffer;
  readonly secret: Buffer;
  /** Proves that nothing was changed; empty for most ciphers. */
  readonly tag: Buffer;
};

function open(locked: Locked, passphrase: string | undefined): KeyObject | KeyProblem {
  if (locked.cipher === 'none') return keyIn(locked.secret, DAMAGED);
  if (passphrase === undefined) return LOCKED;
  const opened = decrypt(locked, passphrase);
  return 'problem' in opened ? opened : keyIn(opened, WRONG_PASSPHRASE);
}

function decrypt({cipher, kdf, options, secret, tag}: Locked, passphrase: string): Buffer | KeyProblem {
  const known = CIPHERS.get(cipher);
  if (known === undefined || kdf !== 'bcrypt')
    return {
      problem: `is encrypted with ${cipher} (${kdf}), which is not supported`,
      hint: 'Change it with: ssh-keygen -p -Z aes256-ctr -f FILE',
    };
  const [salt, rest] = fields(options, 1) ?? [];
  const rounds = rest?.length === 4 ? rest.readUInt32BE() : 0;
  if (salt === undefined || rounds < 1 || rounds > MOST_ROUNDS) return DAMAGED;
  const derived = bcryptPbkdf(passphrase, salt, rounds, known.keyBytes + known.ivBytes);
  const [key, iv] = [derived.subarray(0, known.keyBytes), derived.subarray(known.keyBytes)];
  const decipher = createDecipheriv(known.name, key, iv).setAutoPadding(false);
  if ('setAuthTag' in decipher && tag.length === 16) (decipher as DecipherGCM).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(secret), decipher.final()]);
  } catch {
    return WRONG_PASSPHRASE;
  }
}

/** Parses the private part. Its first two numbers are equal if it was decrypted with the right key. */
function keyIn(secret: Buffer, otherwise: KeyProblem): KeyObject | KeyProblem {
  if (secret.length < 8 || !secret.subarray(0, 4).equals(secret.subarray(4, 8))) return otherwise;
  const [type, rest] = fields(secret.subarray(8), 1) ?? [];
  const kind = type?.toString('latin1') ?? '';
  const read = KINDS.get(kind);
  if (read === undefined || rest === undefined) return otherType(kind);
  try {
    return read(rest) ?? DAMAGED;
  } catch {
    return DAMAGED;
  }
}

const KINDS: ReadonlyMap<string, (rest: Buffer) => KeyObject | undefined> = new Map([
  ['ssh-ed25519', ed25519Key],
  ['ssh-rsa', rsaKey],
]);

function ed25519Key(rest: Buffer): KeyObject | undefined {
  const [x, secret] = fields(rest, 2) ?? [];
  if (x?.length !== 32 || secret?.length !== 64) return undefined;
  const d = secret.subarray(0, 32).toString('base64url');
  return createPrivateKey({key: {kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url'), d}, format: 'jwk'});
}

function rsaKey(rest: Buffer): KeyObject | undefined {
  const [n, e, d, qi, p, q] = (fields(rest, 6) ?? []).slice(0, 6).map(positiveInteger);
  if (!n || !e || !d || !qi || !p || !q) return undefined;
  const parts = {n, e, d, p, q, dp: reduced(d, p), dq: reduced(d, q), qi};
  const text = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]));
  return createPrivateKey({key: {kty: 'RSA', ...text}, format: 'jwk'});
}

/** Returns d mod (p - 1), which OpenSSH does not store. */
function reduced(d: Buffer, p: Buffer): Buffer {
  const text = (number(d) % (number(p) - 1n)).toString(16);
  return Buffer.from(text.padStart(text.length + (text.length % 2), '0'), 'hex');
}

const number = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
