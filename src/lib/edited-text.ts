/** An edit that replaces the `remove` characters from the offset `at` on with `insert`. */
export type TextEdit = {readonly at: number; readonly remove: number; readonly insert: string};

/** A text after edits, with the offsets of the original. */
export type EditedText = {
  readonly text: string;
  /** Returns the offset in the original text of an offset in the edited one; for an inserted character, the place of the edit. */
  readonly originalOffset: (offset: number) => number;
};

/** Applies edits that do not overlap. Edits at the same offset are applied in their order. */
export function editedText(original: string, edits: readonly TextEdit[]): EditedText {
  const pieces: string[] = [];
  // The end of each edit in both texts. The text after it is shifted by the difference.
  const ends: {readonly edited: number; readonly original: number; readonly at: number}[] = [];
  let from = 0;
  let length = 0;
  for (const {at, remove, insert} of edits.toSorted((a, b) => a.at - b.at)) {
    pieces.push(original.slice(from, at), insert);
    length += at - from + insert.length;
    from = at + remove;
    ends.push({edited: length, original: from, at});
  }
  pieces.push(original.slice(from));
  return {
    text: pieces.join(''),
    originalOffset(offset) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle]?.edited ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      const before = ends[low - 1] ?? {edited: 0, original: 0};
      return Math.min(before.original + offset - before.edited, ends[low]?.at ?? original.length);
    },
  };
}
