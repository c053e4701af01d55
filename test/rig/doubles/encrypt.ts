import {createCipheriv, createDecipheriv, createHash, randomBytes} from 'node:crypto';

/** The secret key of a key service. It encrypts texts together with their context. */
export type DoubleKey = {readonly name: string; readonly use?: string; disabled?: boolean};

const keyOf = ({name}: DoubleKey): Buffer => createHash('sha256').update(`of a double: ${name}`).digest();

export function encrypt(key: DoubleKey, plain: Buffer, context = ''): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined: another key or context made it, or it was changed. */
export function decrypt(key: DoubleKey, sealed: Buffer, context = ''): Buffer | undefined {
  if (sealed.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
