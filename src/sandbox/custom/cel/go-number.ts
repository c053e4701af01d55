/** Doubles as Go writes them. */

const special = (value: number, infinity: string): string | undefined => {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? infinity : `-${infinity.replace('+', '')}`;
};

const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);

/** Formats like `strconv.FormatFloat(value, 'g', -1, 64)`, with the shortest digits: `1e+08`. */
export function shortest(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  const sign = Object.is(value, -0) ? '-' : '';
  if (power >= -4 && power < 6) return special(value, '+Inf') ?? `${sign}${value}`;
  return special(value, '+Inf') ?? `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** The most decimals that JavaScript can print. */
const MOST_DECIMALS = 100;

/** Formats like `fmt.Sprintf("%.6f", value)`. */
export function decimals(value: number, precision: number): string {
  if (precision > MOST_DECIMALS) throw new Error(`the sandbox formats at most ${MOST_DECIMALS} decimals`);
  const {whole, fraction} = fixedParts(value, precision);
  return special(value, '+Inf') ?? `${isNegative(value) ? '-' : ''}${whole}${fraction}`;
}

/** Formats like `golang.org/x/text` for en-US: `1,234.500000`. */
export function groupedDecimals(value: number, precision: number): string {
  if (precision > MOST_DECIMALS) throw new Error(`the sandbox formats at most ${MOST_DECIMALS} decimals`);
  const {whole, fraction} = fixedParts(value, precision);
  return special(value, '∞') ?? `${value < 0 ? '-' : ''}${inThousands(whole)}${fraction}`;
}

function inThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

const SUPERSCRIPTS = Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹');
const superscript = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);

/** Formats like `golang.org/x/text` for en-US: `1.500000×10⁻⁰⁴`. A given precision is taken as the width. */
export function scientific(value: number, width: number): string {
  if (width > 1000) throw new Error('the sandbox formats numbers of at most 1000 characters');
  return (special(value, '∞') ?? inScience(value)).padStart(width);
}

function inScience(value: number): string {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential(MOST_DECIMALS).split('e');
  const rounded = withoutLast(BigInt(mantissa.replace('.', '')), MOST_DECIMALS - 6);
  const carried = rounded === 10_000_000n;
  const power = Number(exponent) + (carried ? 1 : 0);
  const digits = carried ? '1000000' : String(rounded).padStart(7, '0');
  const sign = value < 0 ? '-' : '';
  const raised = superscript(String(Math.abs(power)).padStart(2, '0'));
  return `${sign}${digits.slice(0, 1)}.${digits.slice(1)}×10${power < 0 ? '⁻' : ''}${raised}`;
}

function fixedParts(value: number, precision: number): {readonly whole: string; readonly fraction: string} {
  const size = Number.isFinite(value) ? Math.abs(value) : 0;
  // From here on, every double is an integer.
  const exact = size >= 1e21 ? BigInt(size) * 10n ** 100n : BigInt(size.toFixed(MOST_DECIMALS).replace('.', ''));
  const digits = String(withoutLast(exact, MOST_DECIMALS - precision)).padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  return {whole, fraction: precision === 0 ? '' : `.${digits.slice(digits.length - precision)}`};
}

/** Drops the last digits. Rounds to the nearest value, and in the middle to the even one. */
function withoutLast(digits: bigint, dropped: number): bigint {
  const unit = 10n ** BigInt(dropped);
  const [kept, rest] = [digits / unit, digits % unit];
  const isUp = rest * 2n > unit || (rest * 2n === unit && kept % 2n === 1n);
  return isUp ? kept + 1n : kept;
}
