const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** Returns the age of a time: `2 min ago`. A text that is not a time is returned unchanged. */
export function ago(time: string, now: Date): string {
  const then = Date.parse(time);
  if (Number.isNaN(then)) return time;
  const seconds = Math.round((now.getTime() - then) / 1000);
  if (seconds < 1) return 'just now';
  const [name, size] = UNITS.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name} ago`;
}

/** Returns a duration in seconds as text: `0.4s`, `12s`, `3m 5s`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${(Math.round(seconds * 10) / 10).toString()}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60}m` : `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}
