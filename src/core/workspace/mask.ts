import {isList, isObject, type Json, type JsonObject} from '../json.ts';

/** The text in place of a redacted value. */
export const MASK = '***';

const SECRET_WORD =
  /secret|token|passw|passphrase|passcode|pwd|credential|key|auth|signature|^(?:code|sig|(?:device|user|verification|access)[_-]?code)$/i;
/** Names that end like a file or an id, which are not secret, except the id of an access key. */
const HARMLESS = /(?:_file|_path|(?<!key)_id)$/i;
const HARMLESS_IN_CAMEL_CASE = /(?:File|Path|Env)$/;
/** A private key, a certificate, or a URL with a password. */
const SECRET_TEXT = /-----BEGIN |:\/\/[^/\s@:]*:[^/\s@]+@/;

/** Reports whether a value with this name is treated as a secret. In doubt, it is. */
export function isSecretName(name: string): boolean {
  if (/^kubeconfig_content$/i.test(name)) return true;
  return name !== 'key' && SECRET_WORD.test(name) && !HARMLESS.test(name) && !HARMLESS_IN_CAMEL_CASE.test(name);
}

/** Returns a value for messages, masked if it is secret. A reference to a secret is not a secret. */
export function maskedText(name: string, value: Json): string {
  const masked = maskedValue(name, value);
  return typeof masked === 'string' ? masked : JSON.stringify(masked);
}

/** Replaces every value of a document that is or may be a secret by `***`. */
export function maskedValue(name: string, value: Json): Json {
  if (isObject(value)) return maskedObject(value);
  if (isList(value)) return value.map((item) => maskedValue(name, item));
  if (typeof value === 'string' && isSecretReference(value)) return value;
  if (typeof value === 'string' && SECRET_TEXT.test(value)) return MASK;
  if (isSecretName(name) && value !== null && value !== '' && typeof value !== 'boolean') return MASK;
  return typeof value === 'string' ? maskedAddress(value) : value;
}

const SECRET_PARAMETER = /sig|secret|token|passw|pwd|credential|key|auth|code/i;

/** Masks a parameter of an address: `https://host/file?X-Amz-Signature=…`, `?private_token=…` contain credentials. */
function maskedParameter(part: string, separator: string, written: string): string {
  for (let start = separator === '' ? written.indexOf('?') + 1 || -1 : 0; start !== -1; ) {
    const equals = written.indexOf('=', start);
    if (equals === -1 || equals + 1 === written.length) return part;
    if (SECRET_PARAMETER.test(written.slice(start, equals)))
      return `${separator}${written.slice(0, equals + 1)}${MASK}`;
    start = written.indexOf('?', equals) + 1 || -1;
  }
  return part;
}

/** An address in a text. The length of the scheme is limited, to keep the search linear. */
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi;

/** Masks credentials in addresses of a text. */
export const maskedAddress = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? masked(text) : text.replaceAll(ADDRESS, masked);

const masked = (address: string): string =>
  address.replace(/^([^/]*\/\/)[^/?#@]*@/, `$1${MASK}@`).replaceAll(/([&#]?)([^&#]+)/g, maskedParameter);

/** Masks the values of an object whose names are those of secrets. */
export const maskedObject = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, maskedValue(name, value)]));

/** Reports whether a value is a reference to a secret store: `ref://…`. */
export const isSecretReference = (value: string): boolean => value.startsWith('ref://');
