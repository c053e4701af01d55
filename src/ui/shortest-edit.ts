/** A step from the old list to the new one. */
export type Edit = 'keep' | 'out' | 'in';

/**
 * Returns the fewest lines to remove and to add to get from one text to the other (Myers' algorithm). Undefined if there are more than
 * `most`: such texts have little in common, and the time grows with the square of the number.
 */
export function shortestEdit(before: readonly string[], after: readonly string[], most: number): Edit[] | undefined {
  const [left, right] = numbered(before, after);
  const middle = Math.min(most, left.length + right.length);
  const furthest = new Int32Array(2 * middle + 3);
  const at = (k: number): number => furthest[k + middle + 1] ?? 0;
  const trail: Int32Array[] = [];
  for (let d = 0; d <= middle; d++) {
    trail.push(furthest.slice(middle + 1 - d - 1, middle + 1 + d + 2));
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(k, d, at) ? at(k + 1) : at(k - 1) + 1;
      while (x < left.length && x - k < right.length && left[x] === right[x - k]) x++;
      furthest[k + middle + 1] = x;
      if (x >= left.length && x - k >= right.length) return walkBack(trail, left.length, right.length);
    }
  }
  return undefined;
}

/** Reports whether the path reaches diagonal k from above (a line is added), not from the left (a line is removed). */
const isDown = (k: number, d: number, at: (k: number) => number): boolean =>
  k === -d || (k !== d && at(k - 1) < at(k + 1));

/** `trail[d]` holds the diagonals -d-1 to d+1 as they were before step d. */
function walkBack(trail: readonly Int32Array[], x: number, y: number): Edit[] {
  const edits: Edit[] = [];
  for (let d = trail.length - 1; d > 0; d--) {
    const k = x - y;
    const at = (diagonal: number): number => trail[d]?.[diagonal + d + 1] ?? 0;
    const down = isDown(k, d, at);
    const from = down ? at(k + 1) : at(k - 1);
    const start = down ? from : from + 1;
    for (; x > start; x--, y--) edits.push('keep');
    edits.push(down ? 'in' : 'out');
    x = from;
    y = from - (down ? k + 1 : k - 1);
  }
  for (; x > 0; x--) edits.push('keep');
  return edits.toReversed();
}

/** Numbers the lines. Equal lines get the same number, because comparing numbers is faster than comparing long lines. */
function numbered(before: readonly string[], after: readonly string[]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}
