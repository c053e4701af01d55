import {printableLines} from './printable.ts';
import type {Style} from './style.ts';
import {unifiedDiff} from './unified-diff.ts';

/** What differs between two texts, with a little around it. */
export function hunkLines(before: string, after: string, {paint}: Pick<Style, 'paint'>): string[] {
  const brush = {' ': (text: string) => text, '+': paint.good, '-': paint.bad};
  return unifiedDiff(before, after).flatMap(({head, lines}) => [
    `  ${paint.note(head)}`,
    ...lines.map(({sign, text}) => `  ${brush[sign](`${sign}${printableLines(text)}`)}`),
  ]);
}
