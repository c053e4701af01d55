const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats a duration in two or three figures, as kubectl prints ages: `5s`, `2m5s`, `3h`, `47d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / SECOND);
  // Up to two seconds in the future are tolerated, because clocks differ.
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(milliseconds / MINUTE);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  return manyHours(Math.trunc(milliseconds / HOUR), minutes);
}

function manyHours(hours: number, minutes: number): string {
  const days = Math.trunc(hours / 24);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${days}d`;
  const years = Math.trunc(days / 365);
  return days < 8 * 365 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

const two = (many: number, unit: string, few: number, smaller: string): string =>
  few === 0 ? `${many}${unit}` : `${many}${unit}${few}${smaller}`;

/** Returns the time since a timestamp of an object. */
export const sinceTime = (time: string, now: number): string =>
  time === '' ? '<unknown>' : humanDuration(now - Date.parse(time));
