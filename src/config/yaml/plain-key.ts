import {plainNumber, plainScalar} from './plain-scalar.ts';

/** The name of a key in JSON (`name`), or the reason why it has none (`refused`). */
export type KeyName = {readonly name: string} | {readonly refused: string};

/**
 * Returns the name that kubectl gives to a key without quotes. kubectl reads the key as a value and converts that value to a string:
 * `on` becomes "true", `0x10` becomes "16", `1.20` becomes "1.2".
 */
export function plainKey(text: string): KeyName {
  if (/^[-+.\d]/.test(text)) return numberKey(text);
  const value = plainScalar(text, () => undefined);
  if (value === null) return {refused: 'the key is empty'};
  return {name: typeof value === 'boolean' ? String(value) : text};
}

function numberKey(text: string): KeyName {
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return {name: text.startsWith('-') ? '-.inf' : '.inf'};
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return {name: '.nan'};
  const number = plainNumber(text);
  if (number === undefined) return {name: text};
  return 'float' in number ? {name: floatName(number.float)} : integerName(text, number.integer);
}

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

function integerName(text: string, digits: string): KeyName {
  const integer = BigInt(digits);
  if (integer >= -MAX_INT64 - 1n && integer <= MAX_INT64) return {name: String(integer)};
  // kubectl refuses these integers too. It reads a larger one as a float, if it is written in decimal digits.
  if (integer > 0n && integer <= MAX_UINT64) return {refused: 'this integer is too large for a key'};
  return {name: /^[-+]?[\d_]+$/.test(text) ? floatName(Number(digits)) : text};
}

/** Formats a 32-bit float with the fewest digits, as Go's `strconv.FormatFloat(value, 'g', -1, 32)` does. */
function floatName(value: number): string {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return float < 0 ? '-.inf' : '.inf';
  const [digits = '', exponent = '0'] = shortest(float).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Object.is(float, -0) ? '-0' : String(Number(`${digits}e${exponent}`));
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function shortest(float: number): string {
  for (let fraction = 0; fraction < 8; fraction++) {
    const text = float.toExponential(fraction);
    if (Math.fround(Number(text)) === float) return text;
  }
  return float.toExponential(8);
}
