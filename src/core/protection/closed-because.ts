import {type ChangeWindow, type Freeze, type Protection, WEEKDAYS, type Weekday} from './protection.ts';
import {wallClock} from './wall-clock.ts';

/** The reason why a protected workspace may not be changed at a moment. */
export type Closed =
  | {readonly kind: 'freeze'; readonly freeze: Freeze}
  /** No window is open. `windows` has all of them. */
  | {readonly kind: 'windows'; readonly windows: readonly ChangeWindow[]};

/** Returns why a workspace may not be changed now; undefined if it may. A freeze has precedence over an open window. */
export function closedBecause(
  {windows, freezes}: Pick<Protection, 'windows' | 'freezes'>,
  now: Date,
): Closed | undefined {
  const freeze = freezes.find((one) => isFrozen(one, now));
  if (freeze !== undefined) return {kind: 'freeze', freeze};
  return windows.length === 0 || windows.some((one) => isOpen(one, now)) ? undefined : {kind: 'windows', windows};
}

/** Returns why one of several protections forbids a change now; undefined if all permit it. */
export const closedByAny = (protections: readonly Protection[], now: Date): Closed | undefined =>
  protections.map((one) => closedBecause(one, now)).find((closed) => closed !== undefined);

/** Compares clock times as texts: `2026-12-20T18:00` is later than each moment of the day before, in every time zone. */
function isFrozen({from, to, timeZone}: Freeze, now: Date): boolean {
  const {date, time} = wallClock(now, timeZone);
  const at = `${date}T${time}`;
  return (isDate(from) ? date >= from : at >= from) && (isDate(to) ? date <= to : at < to);
}

const isDate = (text: string): boolean => !text.includes('T');

function isOpen({days = WEEKDAYS, from, to, timeZone}: ChangeWindow, now: Date): boolean {
  const {weekday, time} = wallClock(now, timeZone);
  if (from < to) return days.includes(weekday) && time >= from && time < to;
  // After midnight it is still the window of the day before.
  return (days.includes(weekday) && time >= from) || (days.includes(dayBefore(weekday)) && time < to);
}

const dayBefore = (day: Weekday): Weekday => WEEKDAYS.at(WEEKDAYS.indexOf(day) - 1) ?? day;
