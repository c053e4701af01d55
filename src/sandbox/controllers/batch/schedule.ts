/** When something is due, as cron writes it: minutes, hours, days, months, weekdays. */
export type Schedule = {
  readonly fields: readonly ReadonlySet<number>[];
  /** Days of the month and weekdays are alternatives when both are given. */
  readonly eitherDay: boolean;
};

const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const isAny = (part: string | undefined): boolean => part === undefined || /^[*?]/.test(part);

/** Undefined for what is no schedule. */
export function parseSchedule(text: string): Schedule | undefined {
  const parts = (MACROS[text.trim()] ?? text).trim().split(/\s+/);
  if (parts.length !== 5) return undefined;
  const fields = parts.map((part, i) => parseField(part, i));
  if (fields.some((field) => field === undefined || field.size === 0)) return undefined;
  return {fields: fields.map((field) => field ?? new Set()), eitherDay: !isAny(parts[2]) && !isAny(parts[4])};
}

function parseField(text: string, field: number): ReadonlySet<number> | undefined {
  const all = new Set<number>();
  for (const part of text.split(',')) {
    const values = valuesOf(part, field);
    if (values === undefined) return undefined;
    for (const value of values) all.add(value);
  }
  return all;
}

/** One part of a field: a value, a range or all, perhaps with a step. */
function valuesOf(part: string, field: number): readonly number[] | undefined {
  const [lowest, highest] = RANGES[field] ?? [0, 0];
  const [range = '', step] = part.split('/');
  const [from, to] = isAny(range) ? [lowest, highest] : bounds(range, field);
  const end = step !== undefined && !range.includes('-') ? highest : (to ?? from);
  const by = Number(step ?? 1);
  if (from === undefined || end === undefined || !(by >= 1)) return undefined;
  if (from < lowest || end > highest) return undefined;
  return Array.from({length: Math.floor((end - from) / by) + 1}, (_, i) => from + i * by);
}

function bounds(range: string, field: number): readonly (number | undefined)[] {
  return range.split('-').map((word) => {
    if (/^\d+$/.test(word)) return Number(word);
    const names = field === 3 ? MONTHS : field === 4 ? DAYS : [];
    const at = names.indexOf(word.toLowerCase());
    return at === -1 ? undefined : at + (field === 3 ? 1 : 0);
  });
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FURTHEST = 5 * 366 * DAY;

/** The first time after `after` that is due, in milliseconds; undefined when there is none for years. */
export function nextDue(schedule: Schedule, after: number, timeZone: string | undefined): number | undefined {
  let at = Math.floor(after / MINUTE) * MINUTE + MINUTE;
  while (at < after + FURTHEST) {
    const local = new Date(at + offsetOf(at, timeZone));
    if (!isDay(schedule, local)) at += DAY - ((local.getTime() + DAY) % DAY);
    else if (isMinute(schedule, local)) return at;
    else at += MINUTE;
  }
  return undefined;
}

function isDay({fields: [, , days, months, weekdays], eitherDay}: Schedule, local: Date): boolean {
  if (months?.has(local.getUTCMonth() + 1) !== true) return false;
  const [day, weekday] = [days?.has(local.getUTCDate()) === true, weekdays?.has(local.getUTCDay()) === true];
  return eitherDay ? day || weekday : day && weekday;
}

const isMinute = ({fields: [minutes, hours]}: Schedule, local: Date): boolean =>
  minutes?.has(local.getUTCMinutes()) === true && hours?.has(local.getUTCHours()) === true;

/** Making one takes a millisecond, and a search asks hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead at a moment; a zone that nobody knows is UTC. */
function offsetOf(at: number, timeZone = 'UTC'): number {
  if (timeZone === 'UTC' || timeZone === 'Etc/UTC') return 0;
  try {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', {timeZone, dateStyle: 'short', timeStyle: 'medium'});
    formats.set(timeZone, format);
    return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
  } catch {
    return 0;
  }
}
