/** A line of a text with content: the bounds of its content, and its indentation. */
export type IndexLine = {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  /** True for a member of a list: it begins with a dash. */
  readonly isItem: boolean;
};

const [SPACE, HASH, DASH, RETURN] = [32, 35, 45, 13];

/** Returns the lines of a text from an offset without copying them. Blank lines and comments are left out. */
export function* indexLines(text: string, from: number): Generator<IndexLine> {
  let at = from;
  while (at < text.length) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    let start = at;
    while (text.charCodeAt(start) === SPACE) start++;
    const first = text.charCodeAt(start);
    const isItem = first === DASH && (start + 1 === end || text.charCodeAt(start + 1) === SPACE);
    if (start < end && first !== HASH && first !== RETURN) yield {start, end, indent: start - at, isItem};
    at = end + 1;
  }
}
