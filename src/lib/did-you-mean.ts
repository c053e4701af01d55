/** Returns the known word nearest to a misspelt one, within a Damerau-Levenshtein distance of a third of its length. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  let best: {readonly candidate: string; readonly distance: number} | undefined;
  for (const candidate of known) {
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && (best === undefined || distance < best.distance)) best = {candidate, distance};
  }
  return best?.candidate;
}

function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let current = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const [deletion, insertion, substitution] = [
        at(current, j) + 1,
        at(next, j - 1) + 1,
        at(current, j - 1) + change,
      ];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(deletion, insertion, substitution, swapped ? at(previous, j - 2) + 1 : Number.POSITIVE_INFINITY),
      );
    }
    previous = current;
    current = next;
  }
  return at(current, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
