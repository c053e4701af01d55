import {goQuoted} from '../../../core/secret/scrub-text.ts';
import {type Typed, typed} from './cel-type.ts';
import {decimals, groupedDecimals, scientific, shortest} from './go-number.ts';

const quoted = (text: string): string => `"${goQuoted(text)}"`;

const DEFAULT_PRECISION = 6;

/** Formats a text as cel-go does: `"%s is %d".format([self.name, self.size])`. */
export function formatText(pattern: string, args: readonly unknown[]): string {
  let next = 0;
  let written = '';
  for (let at = 0; at < pattern.length; ) {
    const end = pattern.indexOf('%', at);
    if (end === -1) return written + pattern.slice(at);
    written += pattern.slice(at, end);
    if (pattern[end + 1] === '%') {
      written += '%';
      at = end + 2;
      continue;
    }
    if (next >= args.length) throw new Error(`index ${next} out of range`);
    if (end + 1 >= pattern.length) throw new Error('unexpected end of string');
    const clause = clauseAt(pattern, end + 1);
    written += formatted(clause, typed(args[next++]));
    at = clause.end;
  }
  return written;
}

type Clause = {readonly verb: string; readonly precision: number; readonly end: number};

function clauseAt(pattern: string, start: number): Clause {
  const precision = precisionAt(pattern, start);
  const at = start + (precision === undefined ? 0 : precision.length + 1);
  const verb = pattern[at] ?? '';
  // Go looks at one byte.
  if (!VERBS.has(verb))
    throw wrong(
      `unrecognized formatting clause "${String.fromCodePoint(Buffer.from(pattern.slice(at, at + 2))[0] ?? 0)}"`,
    );
  return {verb, precision: precision === undefined ? DEFAULT_PRECISION : Number(precision), end: at + 1};
}

const VERBS: ReadonlySet<string> = new Set('sdfebxXo');

function precisionAt(pattern: string, start: number): string | undefined {
  if (pattern[start] !== '.') return undefined;
  let at = start + 1;
  while (/^\d$/.test(pattern[at] ?? '')) at++;
  if (at >= pattern.length) throw wrong('error while parsing precision: could not find end of precision specifier');
  const digits = pattern.slice(start + 1, at);
  if (digits === '' || Number(digits) > Number.MAX_SAFE_INTEGER)
    throw wrong(
      `error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${digits === '' ? 'invalid syntax' : 'value out of range'}`,
    );
  return digits;
}

const wrong = (why: string): Error => new Error(`could not parse formatting clause: ${why}`);

const unfit = (clause: string, of: Typed): Error =>
  new Error(`error during formatting: ${clause}, was given ${of.type === 'other' ? of.name : of.type}`);

const formatted = ({verb, precision}: Clause, arg: Typed): string => (WRITE[verb] ?? plain)(arg, precision);

function integer(arg: Typed, base: number, clause: string): string {
  if (arg.type === 'int' || arg.type === 'uint') return arg.value.toString(base);
  throw unfit(clause, arg);
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function doubleOf(arg: Typed, clause: string): number {
  if (arg.type === 'double') return arg.value;
  const word = arg.type === 'string' ? WORDS.get(arg.value) : undefined;
  if (word === undefined) throw unfit(`${clause} clause can only be used on doubles`, arg);
  return word;
}

function hex(arg: Typed): string {
  if (arg.type === 'int' || arg.type === 'uint') return arg.value.toString(16);
  if (arg.type === 'string' || arg.type === 'bytes') return Buffer.from(arg.value).toString('hex');
  throw unfit('only integers, byte buffers, and strings can be formatted as hex', arg);
}

type Write = {readonly [Type in Typed['type']]: (arg: Extract<Typed, {readonly type: Type}>) => string};

const own = ({value}: {readonly value: unknown}): string => String(value);

const PLAIN: Write = {
  string: own,
  type: own,
  int: own,
  uint: own,
  bool: own,
  double: ({value}) => shortest(value),
  bytes: ({value}) => decoded(value),
  null_type: () => 'null',
  'google.protobuf.Timestamp': ({value}) => value.toISOString().replace(/(?:\.000|0{1,2})Z$/, 'Z'),
  'google.protobuf.Duration': ({value}) => secondsText(value),
  list: ({value}) => `[${value.map((item) => literal(typed(item))).join(', ')}]`,
  map: ({value}) => mapText(value),
  other: (arg) => {
    throw unfit(
      'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
      arg,
    );
  },
};

/** Writes values as literals of an expression. */
const LITERAL: Write = {
  ...PLAIN,
  string: ({value}) => quoted(value),
  bytes: ({value}) => `b${quoted(decoded(value))}`,
  double: ({value}) => (Number.isFinite(value) ? decimals(value, DEFAULT_PRECISION) : quoted(shortest(value))),
  'google.protobuf.Timestamp': (arg) => `timestamp(${quoted(plain(arg))})`,
  'google.protobuf.Duration': (arg) => `duration(${quoted(plain(arg))})`,
  other: ({name}) => {
    throw new Error(`error during formatting: no formatting function for ${name}`);
  },
};

/** Formats a value for `%s`. */
const plain = (arg: Typed): string => (PLAIN[arg.type] as (arg: Typed) => string)(arg);

const literal = (arg: Typed): string => (LITERAL[arg.type] as (arg: Typed) => string)(arg);

/** Formats a map, sorted by the texts of its keys. */
function mapText(map: ReadonlyMap<unknown, unknown>): string {
  const pairs = [...map].map(([key, value]) => [literal(typed(key)), literal(typed(value))] as const);
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    throw new Error(
      'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
    );
  }
}

function secondsText({seconds, nanos}: {readonly seconds: bigint; readonly nanos: number}): string {
  const all = seconds * 1_000_000_000n + BigInt(nanos);
  const [size, sign] = all < 0n ? [-all, '-'] : [all, ''];
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  return `${sign}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`;
}

const WRITE: Readonly<Record<string, (arg: Typed, precision: number) => string>> = {
  d: (arg) => integer(arg, 10, 'decimal clause can only be used on integers'),
  o: (arg) => integer(arg, 8, 'octal clause can only be used on integers'),
  b: (arg) =>
    arg.type === 'bool'
      ? String(Number(arg.value))
      : integer(arg, 2, 'only integers and bools can be formatted as binary'),
  x: hex,
  X: (arg) => hex(arg).toUpperCase(),
  f: (arg, precision) => groupedDecimals(doubleOf(arg, 'fixed-point'), precision),
  e: (arg, precision) => scientific(doubleOf(arg, 'scientific'), precision),
};
