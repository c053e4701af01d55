import {fromBase64, wireStrings} from './wire.ts';

/** A parsed signature of `ssh-keygen -Y sign` (PROTOCOL.sshsig of OpenSSH) that is not verified yet. */
export type SshSignature = {
  /** The public key in the signature, in the SSH wire format. */
  readonly publicKey: Buffer;
  readonly namespace: string;
  readonly hash: 'sha256' | 'sha512';
  /** The algorithm: `rsa-sha2-512`. */
  readonly algorithm: string;
  readonly signature: Buffer;
};

type Problem = {readonly problem: string};

const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';

/** The maximum length of a signature file. A signature with the largest RSA key has 6 KiB. */
const MOST_CHARACTERS = 64 * 1024;

/** The first bytes of a signature of `ssh-keygen -Y sign` (PROTOCOL.sshsig). */
export const MAGIC = Buffer.from('SSHSIG');
const VERSION = 1;

/** Parses a signature file strictly: one signature, and nothing before or after it. */
export function readArmoredSignature(text: string): SshSignature | Problem {
  const blob = dearmored(text);
  if (blob === undefined) return {problem: 'it is not an armored SSH signature'};
  const head = MAGIC.length + 4;
  if (blob.length < head || !blob.subarray(0, MAGIC.length).equals(MAGIC))
    return {problem: 'it is not an SSH signature'};
  const version = blob.readUInt32BE(MAGIC.length);
  if (version !== VERSION) return {problem: `it has version ${version}; supported: ${VERSION}`};
  return readFields(blob.subarray(head));
}

function readFields(bytes: Buffer): SshSignature | Problem {
  const [publicKey, namespace, reserved, hash, signed] = wireStrings(bytes, 5) ?? [];
  const [algorithm, signature] = (signed && wireStrings(signed, 2)) ?? [];
  if (!publicKey || !namespace || !hash || !algorithm || !signature || reserved?.length !== 0)
    return {problem: 'its fields are damaged'};
  const hashName = hash.toString('latin1');
  if (hashName !== 'sha256' && hashName !== 'sha512')
    return {problem: 'its hash algorithm is not supported; supported: sha256, sha512'};
  return {
    publicKey,
    namespace: namespace.toString('utf8'),
    hash: hashName,
    algorithm: algorithm.toString('latin1'),
    signature,
  };
}

function dearmored(text: string): Buffer | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length < 3 || lines[0] !== BEGIN || lines.at(-1) !== END) return undefined;
  return fromBase64(lines.slice(1, -1).join(''));
}
