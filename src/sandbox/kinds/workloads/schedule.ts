/** A parsed cron schedule: minutes, hours, days of the month, months, weekdays. */
export type Schedule = {
  readonly fields: readonly ReadonlySet<number>[];
  /** If both days of the month and weekdays are given, either may match. */
  readonly eitherDay: boolean;
};

type Bounds = {readonly least: number; readonly most: number; readonly names?: readonly string[]};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');

const FIELDS: readonly Bounds[] = [
  {least: 0, most: 59},
  {least: 0, most: 23},
  {least: 1, most: 31},
  {least: 1, most: 12, names: ['', ...MONTHS]},
  {least: 0, most: 6, names: DAYS},
];

const DESCRIPTORS = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/**
 * Parses a schedule as the cron library of the server does. Returns its error message as text. Returns undefined for a valid schedule that
 * the sandbox does not run: `@every 5m`, and one with a time zone.
 */
export function readSchedule(given: string): Schedule | string | undefined {
  const zoned = /^(?:CRON_)?TZ=(\S*) (.*)$/s.exec(given);
  if (zoned !== null) {
    const schedule = readSchedule((zoned[2] ?? '').trim());
    return typeof schedule === 'string' ? schedule : undefined;
  }
  const text = DESCRIPTORS.get(given) ?? given;
  if (text.startsWith('@')) return descriptorComplaint(text);
  const fields = text.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  const read: Set<number>[] = [];
  for (const [index, bounds] of FIELDS.entries()) {
    const all = new Set<number>();
    for (const part of (fields[index] ?? '').split(',').filter((one) => one !== '')) {
      const values = valuesOf(part, bounds);
      if (typeof values === 'string') return values;
      for (const value of values) all.add(value);
    }
    read.push(all);
  }
  return {fields: read, eitherDay: !isAny(fields[2]) && !isAny(fields[4])};
}

const isAny = (field = ''): boolean => /^[*?]/.test(field);

const EVERY = '@every ';

function descriptorComplaint(text: string): string | undefined {
  if (!text.startsWith(EVERY)) return `unrecognized descriptor: ${text}`;
  const complaint = durationComplaint(text.slice(EVERY.length));
  return complaint === undefined ? undefined : `failed to parse duration ${text}: ${complaint}`;
}

function durationComplaint(text: string): string | undefined {
  const quoted = JSON.stringify(text);
  if (/^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return undefined;
  const rest = text.replace(/^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*/, '');
  const number = /^(?:\d+(?:\.\d*)?|\.\d+)/.exec(rest)?.[0];
  if (number === undefined) return `time: invalid duration ${quoted}`;
  const unit = /^[^.\d]*/.exec(rest.slice(number.length))?.[0] ?? '';
  return unit === ''
    ? `time: missing unit in duration ${quoted}`
    : `time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}`;
}

/** Returns the values of `*`, `5`, `1-5`, `*` + `/2` or `1-30/5`; or the error message. */
function valuesOf(text: string, bounds: Bounds): readonly number[] | string {
  const [range = '', step, ...more] = text.split('/');
  const [low = '', high, ...others] = range.split('-');
  const isAll = low === '*' || low === '?';
  if (!isAll && others.length > 0) return `too many hyphens: ${text}`;
  const [start, end] = isAll ? [bounds.least, bounds.most] : endsOf(low, high, {bounds, hasStep: step !== undefined});
  if (typeof start === 'string') return start;
  if (typeof end === 'string') return end;
  if (more.length > 0) return `too many slashes: ${text}`;
  const every = step === undefined ? 1 : intOf(step);
  if (typeof every === 'string') return every;
  const complaint = orderComplaint({start, end, every, text}, bounds);
  return complaint ?? Array.from({length: Math.floor((end - start) / every) + 1}, (_, i) => start + i * every);
}

function endsOf(
  low: string,
  high: string | undefined,
  {bounds, hasStep}: {readonly bounds: Bounds; readonly hasStep: boolean},
): readonly [number | string, number | string] {
  const start = valueOf(low, bounds);
  if (high !== undefined) return [start, valueOf(high, bounds)];
  // `5/10` continues to the maximum.
  return [start, hasStep ? bounds.most : start];
}

function orderComplaint(
  {
    start,
    end,
    every,
    text,
  }: {readonly start: number; readonly end: number; readonly every: number; readonly text: string},
  {least, most}: Bounds,
): string | undefined {
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${text}`;
  if (end > most) return `end of range (${end}) above maximum (${most}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return every === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function valueOf(text: string, {names}: Bounds): number | string {
  const index = text === '' ? -1 : (names?.indexOf(text.toLowerCase()) ?? -1);
  return index >= 0 ? index : intOf(text);
}

function intOf(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const number = Number(text);
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}
