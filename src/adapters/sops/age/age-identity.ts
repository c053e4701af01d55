import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import type {AgeFile} from './age-file.ts';
import {fromBech32} from './bech32.ts';
import {deriveKey, unwrapFileKey} from './file-key.ts';
import {fromRawBase64} from './raw-base64.ts';
import {sharedSecret, x25519PrivateKey, x25519PublicBytes} from './x25519.ts';

/** A private key that opens age files. */
export type AgeIdentity = {
  /** Returns the file key; undefined if the file is for other keys; or the reason why this one cannot be used. */
  readonly fileKey: (file: AgeFile) => Promise<Buffer | NoDataKey | undefined>;
};

const POST_QUANTUM = 'AGE-SECRET-KEY-PQ-1';

/** Parses `AGE-SECRET-KEY-1…` or `AGE-SECRET-KEY-PQ-1…`; undefined if it is not an identity. */
export function readAgeIdentity(text: string): AgeIdentity | undefined {
  if (text.startsWith(POST_QUANTUM)) return postQuantumIdentity(text);
  const scalar = fromBech32('age-secret-key-', text);
  return scalar?.length === 32 ? x25519Identity(scalar) : undefined;
}

function x25519Identity(scalar: Buffer): AgeIdentity {
  const key = x25519PrivateKey(scalar);
  const recipient = x25519PublicBytes(key);
  return {
    fileKey: async ({stanzas}) => {
      for (const {args, body} of stanzas) {
        const [kind, encoded] = args;
        const share = kind === 'X25519' && args.length === 2 ? fromRawBase64(encoded ?? '') : undefined;
        const secret = share && sharedSecret(key, share);
        if (share === undefined || secret === undefined) continue;
        const salt = Buffer.concat([share, recipient]);
        const found = unwrapFileKey(body, deriveKey(secret, salt, 'age-encryption.org/v1/X25519'));
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Loads the library of age only for a file with recipients of this kind. */
function postQuantumIdentity(text: string): AgeIdentity | undefined {
  if (fromBech32('age-secret-key-pq-', text)?.length !== 32) return undefined;
  return {
    fileKey: async ({stanzas, header}) => {
      if (!stanzas.some(({args}) => args[0] === 'mlkem768x25519')) return undefined;
      const {Decrypter} = await import('age-encryption');
      const decrypter = new Decrypter();
      decrypter.addIdentity(text);
      return decrypter.decryptHeader(header).then(
        (fileKey) => Buffer.from(fileKey),
        () => undefined,
      );
    },
  };
}
