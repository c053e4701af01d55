/** How many patterns the braces of a glob stand for: `{a,b}/{1..3}` for six. Computed, for they may be too many to be listed. */
export function expansionsOf(pattern: string): number {
  const open: {before: number; ways: number; start: number}[] = [];
  let [ways, before] = [1, 0];
  for (const [i, char] of Array.from(pattern).entries()) {
    if (char === '{') {
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
  return open.reduce((all, outer) => all * outer.ways, before + ways);
}

function rangeSize(text: string): number {
  const [, from, to] = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.-?\d{1,15})?$/.exec(text) ?? [];
  return from === undefined ? 1 : Math.abs(Number(to) - Number(from)) + 1;
}
