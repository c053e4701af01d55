import {printableLines} from '../printable.ts';
import {type DiffLine, unifiedDiff} from '../unified-diff.ts';
import {cut, shortTexts} from './short-value.ts';

/** A line of a long value: unchanged, removed, added, the header of a hunk, or a remark of the view. */
export type BlockLine = {readonly sign: ' ' | '-' | '+' | '@' | '…'; readonly text: string};

const MOST_OF_A_SIDE = 40;
const MOST_OF_HUNKS = 80;

/** Returns all lines of a text that is added or removed. */
export function sideBlock(text: string, sign: '-' | '+', detail: boolean): readonly BlockLine[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return limited(
    lines.map((line) => ({sign, text: ` ${cut(printableLines(line), detail)}`})),
    MOST_OF_A_SIDE,
    detail,
  );
}

/** Returns the differences of two texts, with some context. */
export function hunkBlock(before: string, after: string, detail: boolean): readonly BlockLine[] {
  const lines = unifiedDiff(before, after).flatMap(({head, lines}) => [
    {sign: '@' as const, text: head},
    ...shortened(lines, detail),
  ]);
  return limited(lines, MOST_OF_HUNKS, detail);
}

/** Shortens a very long line that replaces another one to the part that differs. */
function shortened(lines: readonly DiffLine[], detail: boolean): readonly BlockLine[] {
  const safe = lines.map(({sign, text}) => ({sign, text: printableLines(text)}));
  return safe.map((line, i) => {
    const [before, after] = line.sign === '-' ? [line, safe[i + 1]] : [safe[i - 1], line];
    if (before?.sign !== '-' || after?.sign !== '+') return {...line, text: cut(line.text, detail)};
    const [left, right] = shortTexts([before.text, after.text], detail);
    return {...line, text: line.sign === '-' ? left : right};
  });
}

function limited(lines: readonly BlockLine[], most: number, detail: boolean): readonly BlockLine[] {
  if (detail || lines.length <= most) return lines;
  return [...lines.slice(0, most), {sign: '…', text: `… ${lines.length - most} more lines (--detail shows them)`}];
}
