import {secondsOf} from './duration-seconds.ts';

const DAY = 86_400;

/** Parses a time: `7d`, `2w`, `12h`, `90m` (before now), `2026-01-31`, `2026-01-31T12:00:00Z`. Undefined if the text is not a time. */
export function sinceOf(text: string, now: Date): Date | undefined {
  const days = /^(\d+)([dw])$/.exec(text);
  const seconds = days === null ? secondsOf(text) : Number(days[1]) * (days[2] === 'w' ? 7 : 1) * DAY;
  if (seconds !== undefined) return dateOf(now.getTime() - seconds * 1000);
  return /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text) ? dateOf(Date.parse(text)) : undefined;
}

function dateOf(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
