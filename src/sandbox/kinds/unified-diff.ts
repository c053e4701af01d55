/** A run of lines that are equal in both texts, or that differ; then either side may be empty. */
type Run = {readonly same: boolean; readonly a: Range; readonly b: Range};
type Range = readonly [from: number, to: number];
type Match = {readonly a: number; readonly b: number; readonly size: number};

const CONTEXT = 3;

/** Returns the unified diff of two texts, as Go's difflib (and Python's) computes it. Errors of the server contain such diffs. */
export function unifiedDiff(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return groupsOf(runsOf(a, b))
    .map((runs) => hunk(runs, a, b))
    .join('');
}

const lines = (sign: string, text: readonly string[], [from, to]: Range): readonly string[] =>
  text.slice(from, to).map((line) => `${sign}${line}\n`);

function hunk(runs: readonly Run[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  const range = (side: 'a' | 'b'): string => shownRange([first?.[side][0] ?? 0, last?.[side][1] ?? 0]);
  const body = runs.flatMap((run) =>
    run.same ? lines(' ', a, run.a) : [...lines('-', a, run.a), ...lines('+', b, run.b)],
  );
  return `@@ -${range('a')} +${range('b')} @@\n${body.join('')}`;
}

function shownRange([from, to]: Range): string {
  const length = to - from;
  if (length === 1) return `${from + 1}`;
  return `${length === 0 ? from : from + 1},${length}`;
}

/** Groups the changes with the lines around them. Distant changes are in separate groups. */
function groupsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const groups: Run[][] = [[]];
  for (const [index, run] of runs.entries()) {
    const {a, b, same} = run;
    const [head, tail] = [Math.min(CONTEXT, a[1] - a[0]), Math.max(0, a[1] - a[0] - CONTEXT)];
    const start: Run = {same, a: [a[0], a[0] + head], b: [b[0], b[0] + head]};
    const end: Run = {same, a: [a[0] + tail, a[1]], b: [b[0] + tail, b[1]]};
    const isInside = index > 0 && index < runs.length - 1;
    if (!same || (isInside && a[1] - a[0] <= 2 * CONTEXT)) groups.at(-1)?.push(run);
    else {
      if (index > 0) groups.at(-1)?.push(start);
      if (isInside) groups.push([]);
      if (index < runs.length - 1) groups.at(-1)?.push(end);
    }
  }
  return groups.filter((group) => group.some(({same}) => !same));
}

function runsOf(a: readonly string[], b: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  for (const match of [...matchesOf(a, b), {a: a.length, b: b.length, size: 0}]) {
    if (i < match.a || j < match.b) runs.push({same: false, a: [i, match.a], b: [j, match.b]});
    [i, j] = [match.a + match.size, match.b + match.size];
    if (match.size > 0) runs.push({same: true, a: [match.a, i], b: [match.b, j]});
  }
  return runs;
}

function matchesOf(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = placesOf(b);
  const found: Match[] = [];
  const search = (one: Range, other: Range): void => {
    const match = longest({a, b, places}, one, other);
    if (match.size === 0) return;
    search([one[0], match.a], [other[0], match.b]);
    found.push(match);
    search([match.a + match.size, one[1]], [match.b + match.size, other[1]]);
  };
  search([0, a.length], [0, b.length]);
  return joined(found);
}

/** Joins adjacent matches. */
function joined(matches: readonly Match[]): readonly Match[] {
  const runs: Match[] = [];
  for (const match of matches) {
    const last = runs.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      runs[runs.length - 1] = {...last, size: last.size + match.size};
    } else runs.push(match);
  }
  return runs;
}

/** Returns the positions of each line. In long texts, frequent lines are left out, because they do not help to find matching parts. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  const most = lines.length >= 200 ? Math.floor(lines.length / 100) + 1 : lines.length;
  return new Map([...places].filter(([, indexes]) => indexes.length <= most));
}

type Texts = {
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
};

/** Returns the first of the longest common runs of two ranges. */
function longest({a, b, places}: Texts, one: Range, other: Range): Match {
  let best: Match = {a: one[0], b: other[0], size: 0};
  let ending = new Map<number, number>();
  for (let i = one[0]; i < one[1]; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < other[0] || j >= other[1]) continue;
      const size = (ending.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = {a: i - size + 1, b: j - size + 1, size};
    }
    ending = next;
  }
  return extended({a, b}, best, [one, other]);
}

/** Extends a match by equal lines around it, even frequent ones. */
function extended({a, b}: Pick<Texts, 'a' | 'b'>, match: Match, [one, other]: readonly [Range, Range]): Match {
  let {a: i, b: j, size} = match;
  while (i > one[0] && j > other[0] && a[i - 1] === b[j - 1]) [i, j, size] = [i - 1, j - 1, size + 1];
  while (i + size < one[1] && j + size < other[1] && a[i + size] === b[j + size]) size++;
  return {a: i, b: j, size};
}
