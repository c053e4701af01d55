import {WEEKDAYS, type Weekday} from './protection.ts';

/** The date and the time that clocks in a time zone show. */
export type WallClock = {
  readonly weekday: Weekday;
  /** `2026-12-20`. */
  readonly date: string;
  /** `09:00`. */
  readonly time: string;
};

/** Returns what clocks in a time zone show at a moment, with daylight saving time. @throws RangeError for an unknown time zone */
export function wallClock(at: Date, timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(at).map(({type, value}) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const name = part('weekday').toLowerCase();
  return {
    weekday: WEEKDAYS.find((one) => one === name) ?? 'mon',
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** Reports whether a text names a time zone of the IANA database that this program knows. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', {timeZone: text}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
