import type {Json} from '../../core/json.ts';

/**
 * Whether two quantities mean the same (`1000m` and `1`). For display only: what is sent and compared is the text, since
 * outside of fields that the server knows as quantities another spelling is another value.
 */
export function sameQuantity(a: Json | undefined, b: Json | undefined): boolean {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return false;
  // value = digits × 10^exponent: brought to the smaller exponent, both are integers.
  const exponent = Math.min(left.exponent, right.exponent);
  return scaled(left, exponent) === scaled(right, exponent);
}

/** An exact number: digits × 10^exponent. */
export type Quantity = {readonly digits: bigint; readonly exponent: number};

/** Zero. */
export const NO_QUANTITY: Quantity = {digits: 0n, exponent: 0};

/** The number that a text or number of this kind means; undefined where it is none. */
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

/** Less than 0, 0, or more, as a sort wants it. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const {digits} = subtractQuantities(a, b);
  return digits < 0n ? -1 : Number(digits > 0n);
}

/** As people write it: `1500m`, `3`; where it counts bytes in powers of 1024, `512Mi`. */
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

/** In the largest unit of 1024s that leaves a whole number. */
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
