/** Returns the number of patterns that a glob with braces expands to: 6 for `{a,b}/{1..3}`. It does not build them: they may be too many. */
export function expansionsOf(pattern: string): number {
  const open: {before: number; ways: number; start: number}[] = [];
  let [ways, before] = [1, 0];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === '\\') i++;
    else if (char === '{') {
      open.push({before, ways, start: i + 1});
      [ways, before] = [1, 0];
    } else if (char === ',' && open.length > 0) [before, ways] = [before + ways, 1];
    else if (char === '}') {
      const outer = open.pop();
      if (outer === undefined) continue;
      ways = outer.ways * Math.max(before + ways, rangeSize(pattern.slice(outer.start, i)));
      before = outer.before;
    }
  }
  // A brace that is never closed is a plain character, and the commas after it are plain too.
  const [unclosed] = open;
  if (unclosed === undefined) return before + ways;
  return expansionsOf(pattern.slice(0, unclosed.start - 1) + pattern.slice(unclosed.start));
}

/** Returns the size of a range (`1..9`, `a..z`). Ignores a step, because the number is only an upper bound. */
function rangeSize(text: string): number {
  const [, from, to] = /^(-?\d+|[a-z])\.\.(-?\d+|[a-z])(?:\.\.-?\d+)?$/i.exec(text) ?? [];
  if (from === undefined || to === undefined) return 1;
  const [first, last] = [ordinal(from), ordinal(to)];
  return Number.isFinite(first) && Number.isFinite(last) ? Math.abs(last - first) + 1 : Number.POSITIVE_INFINITY;
}

/** Returns the number of a range's end. A number that is not a safe integer is infinite. */
function ordinal(end: string): number {
  const number = Number(end);
  if (Number.isNaN(number)) return end.charCodeAt(0);
  return Number.isSafeInteger(number) ? number : Number.POSITIVE_INFINITY;
}
