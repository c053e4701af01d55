import {createCipheriv, createDecipheriv, hkdfSync} from 'node:crypto';

const CIPHER = 'chacha20-poly1305';
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
/** Each wrapping key is used once. */
const NONCE = Buffer.alloc(12);

/** Derives a key of 32 bytes by HKDF with SHA-256. */
export const deriveKey = (secret: Uint8Array, salt: Uint8Array | string, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, label, 32));

/** Encrypts a file key for the body of a stanza. */
export function wrapFileKey(fileKey: Uint8Array, key: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, NONCE, {authTagLength: TAG_BYTES});
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the body of a stanza; undefined with another key, or if it was changed. */
export function unwrapFileKey(body: Buffer, key: Buffer): Buffer | undefined {
  if (body.length !== FILE_KEY_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, NONCE, {authTagLength: TAG_BYTES});
  decipher.setAuthTag(body.subarray(FILE_KEY_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
