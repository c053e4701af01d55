/** An error for a malformed time, in Go's words. */
export class TimeFault extends Error {}

const LAYOUT = '2006-01-02T15:04:05Z07:00';

/** The pieces of RFC 3339 with their names in Go's layout. */
const PIECES: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d{2}/, '01'],
  [/^-/, '-'],
  [/^\d{2}/, '02'],
  [/^T/, 'T'],
  [/^\d{2}/, '15'],
  [/^:/, ':'],
  [/^\d{2}/, '04'],
  [/^:/, ':'],
  [/^\d{2}(?:[.,]\d+)?/, '05'],
  [/^(?:Z|[+-]\d{2}:\d{2})/, 'Z07:00'],
];

/** Returns a time as the server writes it: in UTC, in whole seconds, or with six decimals for micro times. */
export function canonicalTime(text: string, places: 0 | 6): string {
  let rest = text;
  for (const [piece, name] of PIECES) {
    const found = piece.exec(rest)?.[0];
    if (found === undefined)
      throw new TimeFault(`${parsing(text)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(name)}`);
    rest = rest.slice(found.length);
  }
  if (rest !== '') throw new TimeFault(`parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`);
  const part = outOfRange(text);
  if (part !== undefined) throw new TimeFault(`parsing time ${JSON.stringify(text)}: ${part} out of range`);
  const seconds = new Date(Math.floor(Date.parse(text.replace(/[.,]\d+/, '')) / 1000) * 1000)
    .toISOString()
    .slice(0, 19);
  if (places === 0) return `${seconds}Z`;
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? '';
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

const parsing = (text: string): string => `parsing time ${JSON.stringify(text)} as ${JSON.stringify(LAYOUT)}`;

function outOfRange(text: string): string | undefined {
  const at = (start: number): number => Number(text.slice(start, start + 2));
  if (at(5) < 1 || at(5) > 12) return 'month';
  if (at(11) > 23) return 'hour';
  if (at(14) > 59) return 'minute';
  if (at(17) > 59) return 'second';
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), at(5), 0)).getUTCDate();
  return at(8) < 1 || at(8) > days ? 'day' : undefined;
}
