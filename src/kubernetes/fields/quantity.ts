import type {Json} from '../../core/json.ts';

/**
 * Reports whether two quantities have the same value (`1000m` and `1`). For display only: sending and comparing use the
 * text, because outside of fields that the server knows as quantities another spelling is another value.
 */
export function sameQuantity(a: Json | undefined, b: Json | undefined): boolean {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return false;
  // value = digits × 10^exponent: with the smaller exponent, both are integers.
  const exponent = Math.min(left.exponent, right.exponent);
  return scaled(left, exponent) === scaled(right, exponent);
}

/** An exact number: digits × 10^exponent. */
export type Quantity = {readonly digits: bigint; readonly exponent: number};

/** The quantity zero. */
export const NO_QUANTITY: Quantity = {digits: 0n, exponent: 0};

/** Returns the number that a text or number means as a quantity, or undefined if it is not a quantity. */
export const quantityOf = (value: Json | undefined): Quantity | undefined => parse(value);

/** Adds exactly, without rounding. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const exponent = Math.min(a.exponent, b.exponent);
  return {digits: scaled(a, exponent) + scaled(b, exponent), exponent};
}

/** Multiplies by a whole number. */
export const timesQuantity = ({digits, exponent}: Quantity, times: number): Quantity => ({
  digits: digits * BigInt(times),
  exponent,
});

/** Subtracts exactly; the result may be negative. */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => addQuantities(a, timesQuantity(b, -1));

/** Compares two quantities: returns a number below 0, 0, or above 0. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const {digits} = subtractQuantities(a, b);
  return digits < 0n ? -1 : Number(digits > 0n);
}

/** Formats a quantity for people: `1500m`, `3`; bytes in powers of 1024, `512Mi`. */
export function showQuantity(quantity: Quantity, counts: 'things' | 'bytes' = 'things'): string {
  const {digits, exponent} = quantity;
  if (exponent < 0) {
    const [whole, rest] = [digits / 10n ** BigInt(-exponent), digits % 10n ** BigInt(-exponent)];
    if (rest === 0n) return showQuantity({digits: whole, exponent: 0}, counts);
    const milli = exponent < -3 ? digits / 10n ** BigInt(-3 - exponent) : scaled(quantity, -3);
    return `${milli}m`;
  }
  const number = scaled(quantity, 0);
  return counts === 'bytes' ? showBytes(number) : `${number}`;
}

/** Formats bytes in the largest power of 1024 that gives a whole number. */
function showBytes(bytes: bigint): string {
  let [number, power] = [bytes, 0];
  while (number !== 0n && number % 1024n === 0n && power < BINARY.length) {
    number /= 1024n;
    power++;
  }
  return `${number}${BINARY[power - 1] ?? ''}`;
}

const scaled = ({digits, exponent}: Quantity, to: number): bigint => digits * 10n ** BigInt(exponent - to);

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3})|([KMGTPE]i|[numkMGTPE]))?$/;

const DECIMAL: Readonly<Record<string, number>> = {n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18};
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

function parse(value: Json | undefined): Quantity | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = QUANTITY.exec(String(value));
  const [, sign = '', whole = '', fraction = '', power = '0', suffix = ''] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const factor = 1024n ** BigInt(BINARY.indexOf(suffix) + 1);
  return {digits: digits * factor, exponent: Number(power) + (DECIMAL[suffix] ?? 0) - fraction.length};
}
