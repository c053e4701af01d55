import type {Json} from '../json.ts';

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

type Parsed = {readonly digits: bigint; readonly exponent: number};

const scaled = ({digits, exponent}: Parsed, to: number): bigint => digits * 10n ** BigInt(exponent - to);

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3})|([KMGTPE]i|[numkMGTPE]))?$/;

const DECIMAL: Readonly<Record<string, number>> = {n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18};
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

function parse(value: Json | undefined): Parsed | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = QUANTITY.exec(String(value));
  const [, sign = '', whole = '', fraction = '', power = '0', suffix = ''] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const factor = 1024n ** BigInt(BINARY.indexOf(suffix) + 1);
  return {digits: digits * factor, exponent: Number(power) + (DECIMAL[suffix] ?? 0) - fraction.length};
}
