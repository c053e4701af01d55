import {type KeyObject, privateDecrypt} from 'node:crypto';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import type {AgeFile, Stanza} from './age-file.ts';
import type {AgeIdentity} from './age-identity.ts';
import {fromRawBase64} from './raw-base64.ts';
import {unwrapByEd25519} from './ssh-ed25519.ts';
import type {KeyProblem} from './ssh-key-problem.ts';
import {publicBlobOf, readSshPrivateKey} from './ssh-private-key.ts';
import {OAEP, sshTag} from './ssh-recipient.ts';

/**
 * Returns the identity of a private SSH key.
 * @param pem the file of the key
 * @param place the name of the file or the variable, for messages
 */
export function sshIdentity(pem: string, place: string, passphrase: string | undefined): AgeIdentity {
  const read = readSshPrivateKey(pem);
  return {
    fileKey: async (file) => {
      if (!hasSshRecipients(file)) return undefined;
      if (!('open' in read)) return unusable(place, read);
      // A passphrase is only needed for the right key.
      if (read.publicBlob !== undefined && !file.stanzas.some(isFor(read.publicBlob))) return undefined;
      const key = read.open(passphrase);
      return 'problem' in key ? unusable(place, key) : fileKeyBy(key, file);
    },
  };
}

const unusable = (place: string, {problem, hint}: KeyProblem): NoDataKey => ({
  because: `the SSH key ${place} ${problem}`,
  hint,
});

/** Reports whether a file is for an SSH key. */
export const hasSshRecipients = ({stanzas}: AgeFile): boolean =>
  stanzas.some(({args: [kind]}) => kind?.startsWith('ssh-'));

const isFor =
  (blob: Buffer) =>
  ({args: [kind, tag]}: Stanza): boolean =>
    kind?.startsWith('ssh-') === true && tag === sshTag(blob);

function fileKeyBy(key: KeyObject, {stanzas}: AgeFile): Buffer | undefined {
  const blob = publicBlobOf(key);
  for (const stanza of stanzas.filter(isFor(blob))) {
    const found = key.asymmetricKeyType === 'rsa' ? byRsa(key, stanza) : byEd25519(key, blob, stanza);
    if (found !== undefined) return found;
  }
  return undefined;
}

function byRsa(key: KeyObject, {args: [kind], body}: Stanza): Buffer | undefined {
  if (kind !== 'ssh-rsa') return undefined;
  try {
    return privateDecrypt({key, ...OAEP}, body);
  } catch {
    return undefined;
  }
}

function byEd25519(key: KeyObject, blob: Buffer, {args, body}: Stanza): Buffer | undefined {
  const [kind, , encoded = ''] = args;
  const share = kind === 'ssh-ed25519' && args.length === 3 ? fromRawBase64(encoded) : undefined;
  const seed = Buffer.from(key.export({format: 'jwk'}).d ?? '', 'base64url');
  return share && unwrapByEd25519({share, body}, blob, seed);
}
