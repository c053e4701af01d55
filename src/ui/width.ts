const graphemes = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

// East Asian wide and full-width characters, and emoji.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const NOTHING = /^[\p{Mark}\u200b-\u200d\ufeff]*$/u;
/** Latin characters and tree lines, the most common case, which is fast to measure. */
const ALL_SINGLE = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2500-\u257f\u2026]*$/;

/** Returns the number of terminal columns of a printable text without colours. */
export const textWidth = (text: string): number =>
  ALL_SINGLE.test(text) ? text.length : parts(text).reduce((sum, [, width]) => sum + width, 0);

/** Shortens a text to a number of columns, with an ellipsis at its end. */
export function cutEnd(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${upTo(parts(text), columns - 1)}…`;
}

/** Shortens an id to a number of columns, with an ellipsis in the middle, because its beginning and end are most important. */
export function cutMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  if (columns < 3) return cutEnd(text, columns);
  const all = parts(text);
  const head = upTo(all, Math.floor((columns - 1) / 3));
  const tail = upTo(all.toReversed(), columns - 1 - textWidth(head));
  return `${head}…${parts(tail)
    .toReversed()
    .map(([part]) => part)
    .join('')}`;
}

/** Pads a text to a width in terminal columns. Wide characters count as two. A longer text is not changed. */
export const padEnd = (text: string, columns: number): string =>
  `${text}${' '.repeat(Math.max(0, columns - textWidth(text)))}`;

type Part = readonly [grapheme: string, width: number];

const parts = (text: string): readonly Part[] =>
  [...graphemes.segment(text)].map(({segment}) => [segment, NOTHING.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1]);

function upTo(all: readonly Part[], columns: number): string {
  let [kept, used] = ['', 0];
  for (const [part, width] of all) {
    if (used + width > columns) break;
    kept += part;
    used += width;
  }
  return kept;
}
