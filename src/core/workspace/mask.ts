import {isList, isObject, type Json, type JsonObject} from '../json.ts';

export const MASK = '***';

const SECRET_WORD = /secret|token|passw|passphrase|pwd|credential|key|auth/i;
/** Names of files and identities are not secret, but an access key's id is half of a credential. */
const HARMLESS = /(?:_file|_path|(?<!key)_id)$/i;
/** A private key or certificate; a password inside a URL. */
const SECRET_TEXT = /-----BEGIN |:\/\/[^/\s@]*:[^/\s@]+@/;

/** Whether a value of this name is taken for a secret. In doubt it is. */
export function isSecretName(name: string): boolean {
  if (/^kubeconfig_content$/i.test(name)) return true;
  return name !== 'key' && SECRET_WORD.test(name) && !HARMLESS.test(name);
}

/** A value as it may be shown. A reference to a secret is not a secret. */
export function maskedText(name: string, value: Json): string {
  const masked = maskedValue(name, value);
  return typeof masked === 'string' ? masked : JSON.stringify(masked);
}

/** The same document with `***` for every value that is, or may be, a secret. */
export function maskedValue(name: string, value: Json): Json {
  if (isObject(value)) return maskedObject(value);
  if (isList(value)) return value.map((item) => maskedValue(name, item));
  if (typeof value === 'string' && isSecretReference(value)) return value;
  if (typeof value === 'string' && SECRET_TEXT.test(value)) return MASK;
  return isSecretName(name) && value !== null && value !== '' && typeof value !== 'boolean' ? MASK : value;
}

export const maskedObject = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, maskedValue(name, value)]));

/** `ref://…` is resolved by a secret store. */
export const isSecretReference = (value: string): boolean => value.startsWith('ref://');
