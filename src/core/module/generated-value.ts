/** The form of a value that is generated. */
export type GeneratedForm = {
  /** The number of characters. Default: 24. */
  readonly length?: number;
  /** The characters that may occur. Default: letters and digits. */
  readonly alphabet?: string;
};

/** A generated value in the objects of a module. */
export type GeneratedValue = {readonly name: string; readonly length: number; readonly alphabet: string};

const PREFIX = 'ref://module.generated/';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/;
const LONGEST = 1024;
/** The minimum entropy in bits. A value with less entropy can be guessed. */
const LEAST_BITS = 64;

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns a placeholder for a generated value, for a field of a Secret. Gantry generates the value once, and then reads it from the cluster. No file,
 * plan or release contains the value. All fields of one accessory with the same name have the same value.
 * @throws Error for a name or a form that is not valid, or for a value that can be guessed
 */
export function generated(name: string, {length = 24, alphabet = LETTERS_AND_DIGITS}: GeneratedForm = {}): string {
  const value = {name, length, alphabet};
  const fault = faultOf(value);
  if (fault !== undefined) throw new Error(`generated(${JSON.stringify(name)}): ${fault}`);
  return `${PREFIX}${name}?length=${length}&alphabet=${encodeURIComponent(alphabet)}`;
}

/** Returns the generated value of a placeholder, the reason why the placeholder is not valid, or undefined for other texts. */
export function generatedValueIn(
  text: string,
): {readonly value: GeneratedValue} | {readonly fault: string} | undefined {
  if (!text.includes(PREFIX)) return undefined;
  if (!text.startsWith(PREFIX)) return {fault: 'must be the whole value of a field'};
  const [, name = '', length = '', encoded = ''] =
    /^([^?]*)\?length=(\d{1,9})&alphabet=([^&]*)$/.exec(text.slice(PREFIX.length)) ?? [];
  const value = {name, length: Number(length), alphabet: decoded(encoded)};
  const fault = faultOf(value);
  return fault === undefined ? {value} : {fault};
}

function faultOf({name, length, alphabet}: GeneratedValue): string | undefined {
  if (!NAME.test(name)) return 'needs a name of letters, digits, `.`, `_` and `-`';
  if (!Number.isInteger(length) || length < 1 || length > LONGEST) return `must have from 1 to ${LONGEST} characters`;
  const distinct = new Set(alphabet).size;
  if (!/^[ -~]+$/.test(alphabet) || distinct !== alphabet.length)
    return 'needs an alphabet of ASCII characters without duplicates';
  const bits = Math.floor(length * Math.log2(distinct));
  return bits < LEAST_BITS ? `can be guessed: it has ${bits} bits of entropy, but needs ${LEAST_BITS}` : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
