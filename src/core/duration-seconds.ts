const UNIT = {ms: 0.001, s: 1, m: 60, h: 3600} as const;

/** Parses a duration (`90`, `90s`, `10m`, `1h30m`) to seconds; undefined if the text is not a duration. */
export function secondsOf(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNIT[unit as keyof typeof UNIT], 0);
}
