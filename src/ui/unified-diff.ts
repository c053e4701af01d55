type DiffLine = {readonly sign: ' ' | '+' | '-'; readonly text: string};
export type Hunk = {readonly head: string; readonly lines: readonly DiffLine[]};

const CONTEXT = 2;
// A table of this many cells takes a few milliseconds; beyond it the middle is shown as taken out and put in.
const MOST_CELLS = 1_000_000;

/** The hunks of a unified diff of two texts, two lines of context around each. */
export function unifiedDiff(before: string, after: string): Hunk[] {
  const lines = diffLines(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({sign}, i) => (sign === ' ' ? [] : [i]));
  const ranges: {from: number; to: number}[] = [];
  for (const i of changed) {
    const [from, to] = [Math.max(0, i - CONTEXT), Math.min(lines.length, i + CONTEXT + 1)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({from, to});
  }
  return ranges.map(({from, to}) => hunk(lines, from, to));
}

// A text that ends its last line is the usual one; only one that does not is remarked upon, as diff does.
const linesOf = (text: string): string[] =>
  text.endsWith('\n') ? text.slice(0, -1).split('\n') : [...text.split('\n'), '\\ no line end at the end'];

function hunk(lines: readonly DiffLine[], from: number, to: number): Hunk {
  const size = (part: readonly DiffLine[], without: '+' | '-'): number =>
    part.filter(({sign}) => sign !== without).length;
  const [earlier, shown] = [lines.slice(0, from), lines.slice(from, to)];
  const range = (without: '+' | '-'): string => `${size(earlier, without) + 1},${size(shown, without)}`;
  return {head: `@@ -${range('+')} +${range('-')} @@`, lines: shown};
}

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    ...before.slice(0, head).map((text) => ({sign: ' ' as const, text})),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((text) => ({sign: ' ' as const, text})),
  ];
}

const out = (text: string): DiffLine => ({sign: '-', text});
const put = (text: string): DiffLine => ({sign: '+', text});

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MOST_CELLS) return [...before.map(out), ...after.map(put)];
  const common = commonLengths(before, after);
  const width = after.length + 1;
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    const skipLeft = common[(i + 1) * width + j] ?? -1;
    const skipRight = common[i * width + j + 1] ?? -1;
    if (left !== undefined && left === right) {
      lines.push({sign: ' ', text: left});
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || skipLeft >= skipRight)) {
      lines.push(out(left));
      i++;
    } else if (right !== undefined) {
      lines.push(put(right));
      j++;
    }
  }
  return lines;
}

/** At [i, j]: how many lines the texts from i and from j on have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      table[i * width + j] =
        before[i] === after[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  return table;
}
