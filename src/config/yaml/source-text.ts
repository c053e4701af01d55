import type {Position} from '../../core/diagnostic/diagnostic.ts';

/** The text of a file. Its lines are indexed when the first position is requested. */
export type SourceText = {
  readonly file: string;
  readonly text: string;
  /** Returns the position of a range. Offsets count from 0. A range over several lines ends at the end of its first line. */
  readonly position: (start: number, end: number) => Position;
};

/** Returns the source text of a file. */
export function sourceText(text: string, file: string): SourceText {
  let starts: readonly number[] | undefined;
  return {
    file,
    text,
    position(start, end) {
      starts ??= lineStarts(text);
      const index = lineAt(starts, start);
      const from = starts[index] ?? 0;
      const line = text.slice(from, lineEnd(text, from));
      const column = Math.min(start - from, line.length) + 1;
      return {
        file,
        line: index + 1,
        column,
        endColumn: Math.max(column + 1, Math.min(end - from, line.length) + 1),
        text: line,
      };
    },
  };
}

const lineEnd = (text: string, from: number): number => {
  const next = text.indexOf('\n', from);
  const end = next === -1 ? text.length : next;
  return text.charCodeAt(end - 1) === 13 && end > from ? end - 1 : end;
};

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let next = text.indexOf('\n'); next !== -1; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
  return starts;
}

/** Finds the last line that starts at or before an offset, by binary search. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
