import {shortestEdit} from './shortest-edit.ts';

/** A line of a diff without its line end. */
export type DiffLine = {readonly sign: ' ' | '+' | '-'; readonly text: string};
/** A part of a unified diff; `head` is its `@@` line. */
export type Hunk = {readonly head: string; readonly lines: readonly DiffLine[]};

const CONTEXT = 2;
// This number of edits takes some ten milliseconds. With more, the middle is shown as removed and added.
const MOST_EDITS = 1500;

/**
 * Returns the hunks of a unified diff of two texts with two lines of context: the shortest edit, in bounded time. The sandbox has another
 * implementation, which finds the same lines as Go's difflib.
 */
export function unifiedDiff(before: string, after: string): Hunk[] {
  const lines = diffLines(linesOf(before), linesOf(after));
  const hunks: Hunk[] = [];
  // The number of the next line of each text.
  let [left, right, counted] = [1, 1, 0];
  for (const {from, to} of rangesOf(lines)) {
    for (; counted < from; counted++) {
      if (lines[counted]?.sign !== '+') left++;
      if (lines[counted]?.sign !== '-') right++;
    }
    const shown = lines.slice(from, to);
    const size = (without: '+' | '-'): number => shown.filter(({sign}) => sign !== without).length;
    hunks.push({head: `@@ -${left},${size('+')} +${right},${size('-')} @@`, lines: shown});
  }
  return hunks;
}

function rangesOf(lines: readonly DiffLine[]): readonly {readonly from: number; readonly to: number}[] {
  const ranges: {from: number; to: number}[] = [];
  for (const [i, {sign}] of lines.entries()) {
    if (sign === ' ') continue;
    const [from, to] = [Math.max(0, i - CONTEXT), Math.min(lines.length, i + CONTEXT + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({from, to});
  }
  return ranges;
}

// Only a text without a line end at its end gets a remark, as in diff.
const linesOf = (text: string): string[] =>
  text.endsWith('\n') ? text.slice(0, -1).split('\n') : [...text.split('\n'), '\\ no newline at the end'];

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

const same = (text: string): DiffLine => ({sign: ' ', text});
const out = (text: string): DiffLine => ({sign: '-', text});
const put = (text: string): DiffLine => ({sign: '+', text});

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const edits = shortestEdit(before, after, MOST_EDITS);
  if (edits === undefined) return [...before.map(out), ...after.map(put)];
  let [i, j] = [0, 0];
  return edits.map((edit) => {
    if (edit === 'in') return put(after[j++] ?? '');
    if (edit === 'keep') j++;
    return (edit === 'keep' ? same : out)(before[i++] ?? '');
  });
}
