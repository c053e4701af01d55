import {printable} from '../printable.ts';

/** The limits of a message. It names the first objects, and every message service accepts its length. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 300;

/** Returns lines for the details of a notification. Long lines are cut, and further lines are counted. */
export function detailLines(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => {
    const whole = printable(line);
    return whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole;
  });
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}
