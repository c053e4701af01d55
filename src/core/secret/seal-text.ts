import {createCipheriv, createDecipheriv} from 'node:crypto';
import type {Secret} from './secret.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key, and the purpose of the text. A text that was sealed for another purpose cannot be opened. */
export type Sealing = {readonly key: Secret; readonly purpose: string};

/** Encrypts a text with a key that is derived from another key. Equal texts give equal results. */
export function sealText({key, purpose}: Sealing, text: string): string {
  const nonce = Buffer.from(key.hmac(`nonce ${purpose} ${text}`), 'hex').subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, derived(key, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Returns a text that `sealText` encrypted. Undefined with another key or purpose, or if the text was changed. */
export function openText({key, purpose}: Sealing, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, derived(key, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const derived = (key: Secret, purpose: string): Buffer => Buffer.from(key.hmac(`key ${purpose}`), 'hex');
