import {createHash, generateKeyPairSync, type KeyObject, sign} from 'node:crypto';

/** What a signature of the tests says, where it is not what ssh-keygen would say. */
type SignOptions = {
  readonly namespace?: string;
  readonly hash?: string;
  readonly version?: number;
  readonly reserved?: string;
  readonly algorithm?: string;
  /** The key that the signature names. */
  readonly claims?: SshKey;
  /** Bytes after the last field. */
  readonly tail?: string;
};

/** A key pair as SSH has it, made and used without ssh-keygen. */
export type SshKey = {
  /** `ssh-ed25519 AAAA…` */
  readonly line: string;
  readonly blob: Buffer;
  /** The text of the file that `ssh-keygen -Y sign` writes. */
  readonly sign: (text: string, options?: SignOptions) => string;
};

const field = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as Buffer);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const fields = (...contents: readonly (string | Buffer)[]): Buffer => Buffer.concat(contents.map(field));

/** Numbers are signed: one whose first bit is set has a zero in front, and no other. */
const number = (bytes: Buffer): Buffer => {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(start);
  return (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), short]) : short;
};

const part = (key: KeyObject, name: 'x' | 'y' | 'n' | 'e'): Buffer =>
  Buffer.from(key.export({format: 'jwk'})[name] ?? '', 'base64url');

export function ed25519Key(): SshKey {
  const {publicKey, privateKey} = generateKeyPairSync('ed25519');
  const blob = fields('ssh-ed25519', part(publicKey, 'x'));
  return sshKey('ssh-ed25519', blob, 'ssh-ed25519', (data) => sign(undefined, data, privateKey));
}

export function ecdsaKey(): SshKey {
  const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const point = Buffer.concat([Buffer.of(4), part(publicKey, 'x'), part(publicKey, 'y')]);
  const type = 'ecdsa-sha2-nistp256';
  return sshKey(type, fields(type, 'nistp256', point), type, (data) => {
    const signature = sign('sha256', data, {key: privateKey, dsaEncoding: 'ieee-p1363'});
    return fields(number(signature.subarray(0, 32)), number(signature.subarray(32)));
  });
}

/** @param algorithm `ssh-rsa` signs with SHA-1 */
export function rsaKey(algorithm: 'rsa-sha2-512' | 'rsa-sha2-256' | 'ssh-rsa'): SshKey {
  const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
  const blob = fields('ssh-rsa', number(part(publicKey, 'e')), number(part(publicKey, 'n')));
  const hash = {'rsa-sha2-512': 'sha512', 'rsa-sha2-256': 'sha256', 'ssh-rsa': 'sha1'}[algorithm];
  return sshKey('ssh-rsa', blob, algorithm, (data) => sign(hash, data, privateKey));
}

function sshKey(type: string, blob: Buffer, algorithm: string, signed: (data: Buffer) => Buffer): SshKey {
  return {
    line: `${type} ${blob.toString('base64')}`,
    blob,
    sign: (text, options = {}) => {
      const {namespace = 'gantry-allow', hash = 'sha512', version = 1, reserved = '', claims, tail = ''} = options;
      const digest = createHash(hash).update(text).digest();
      const signature = signed(Buffer.concat([Buffer.from('SSHSIG'), fields(namespace, reserved, hash, digest)]));
      const head = Buffer.concat([Buffer.from('SSHSIG'), Buffer.of(0, 0, 0, version)]);
      const named = fields(options.algorithm ?? algorithm, signature);
      const body = fields(claims?.blob ?? blob, namespace, reserved, hash, named);
      return armor(Buffer.concat([head, body, Buffer.from(tail)]));
    },
  };
}

/** Writes bytes as `ssh-keygen` does. */
export const armor = (bytes: Buffer): string =>
  [
    '-----BEGIN SSH SIGNATURE-----',
    ...(bytes.toString('base64').match(/.{1,70}/g) ?? []),
    '-----END SSH SIGNATURE-----',
    '',
  ].join('\n');
