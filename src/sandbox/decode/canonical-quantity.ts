const FORM = /^([+-]?)(\d*)(?:\.(\d*))?([A-Za-z]*|[eE][+-]?\d+)$/;

const DECIMAL: Readonly<Record<string, number>> = {n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18};
const SUFFIX: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(DECIMAL).map(([suffix, exponent]) => [exponent, suffix]),
);
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const MOST = 2n ** 63n - 1n;
const NANO = -9;

/** A parsed quantity: its value in billionths, and the kind of its suffix. */
type Read = {readonly nanos: bigint; readonly form: 'binary' | 'decimal' | 'exponent'};

/**
 * Returns a quantity as the server writes it: `1.5Gi` → `1536Mi`, `0.5` → `500m`, `1000m` → `1`. Returns undefined for invalid text. The
 * kind of the suffix stays, with the largest one that leaves a whole number. More than nine decimals are rounded up.
 */
export function canonicalQuantity(text: string): string | undefined {
  const read = parsed(text.trim());
  if (read === undefined) return undefined;
  const {nanos, form} = read;
  const whole = nanos % 1_000_000_000n === 0n;
  const number = nanos / 1_000_000_000n;
  if (form === 'binary' && whole && (number >= 1024n || number <= -1024n)) return inBinary(number);
  return inDecimal(nanos, form);
}

function parsed(text: string): Read | undefined {
  const match = FORM.exec(text);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
  if (match === null || whole + fraction === '') return undefined;
  const negative = sign === '-' ? -1n : 1n;
  const digits = BigInt(whole + fraction) * negative;
  const power = BINARY.indexOf(suffix);
  if (suffix !== '' && power > 0) {
    return {nanos: capped(scaled(digits * 1024n ** BigInt(power), -fraction.length)), form: 'binary'};
  }
  const exponent = exponentOf(suffix);
  if (exponent === undefined) return undefined;
  const form = /^[eE][+-]?\d/.test(suffix) ? 'exponent' : 'decimal';
  return {nanos: capped(scaled(digits, exponent - fraction.length)), form};
}

function exponentOf(suffix: string): number | undefined {
  if (/^[eE][+-]?\d+$/.test(suffix)) return Number(suffix.slice(1));
  return Object.hasOwn(DECIMAL, suffix) ? DECIMAL[suffix] : undefined;
}

/** Returns digits × 10^exponent in billionths, rounded away from zero. */
function scaled(digits: bigint, exponent: number): bigint {
  const shift = Math.min(exponent - NANO, 60);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(Math.min(-shift, 400));
  const rest = digits % divisor;
  return digits / divisor + (rest > 0n ? 1n : rest < 0n ? -1n : 0n);
}

function capped(nanos: bigint): bigint {
  const most = MOST * 1_000_000_000n;
  return nanos > most ? most : nanos < -most ? -most : nanos;
}

function inBinary(number: bigint): string {
  let [value, power] = [number, 0];
  while (value % 1024n === 0n && power < BINARY.length - 1) {
    value /= 1024n;
    power++;
  }
  return `${value}${BINARY[power]}`;
}

function inDecimal(nanos: bigint, form: Read['form']): string {
  if (nanos === 0n) return '0';
  let [value, exponent] = [nanos, NANO];
  while (value % 1000n === 0n && exponent < 18) {
    value /= 1000n;
    exponent += 3;
  }
  if (form === 'exponent') return exponent === 0 ? `${value}` : `${value}e${exponent}`;
  return `${value}${SUFFIX[exponent] ?? ''}`;
}
