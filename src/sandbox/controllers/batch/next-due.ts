import type {Schedule} from '../../kinds/workloads/schedule.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FURTHEST = 5 * 366 * DAY;

/** Returns the first due time after `after`, in milliseconds since 1970; undefined if there is none within years. */
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

/** A cache: creating a format takes a millisecond, and a search needs hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset of a time zone at a moment, in milliseconds. An unknown zone counts as UTC. */
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
