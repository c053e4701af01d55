const LONGEST = 120;

/** Returns a value as text, cut after 120 characters. */
export function longValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
