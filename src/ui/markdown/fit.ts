/** A part of a document that can be shortened or left out. */
export type Part = {readonly full: string; readonly brief: string};

/** The parts after they were shortened to fit into a comment. */
export type Fitted = {
  readonly texts: readonly string[];
  /** The numbers of shortened parts and of parts that were left out. */
  readonly shortened: number;
  readonly dropped: number;
};

/**
 * Returns the parts, most important first, within a number of bytes. The last parts are shortened first, and left out only then. The short
 * forms of the last parts never use more than half of the space.
 */
export function fit(parts: readonly Part[], bytes: number): Fitted {
  const sizes = parts.map(({full, brief}) => ({full: size(full), brief: size(brief)}));
  const briefs = sizes.reduce((sum, {brief}) => sum + brief, 0);
  const inFull = Math.max(
    leading(sizes, bytes - briefs, ({full, brief}) => full - brief),
    leading(sizes, bytes / 2, ({full}) => full),
  );
  const used = sizes.slice(0, inFull).reduce((sum, {full}) => sum + full, 0);
  const inBrief = leading(sizes.slice(inFull), bytes - used, ({brief}) => brief);
  const rest = parts.slice(inFull, inFull + inBrief);
  return {
    texts: [...parts.slice(0, inFull).map(({full}) => full), ...rest.map(({brief}) => brief)],
    shortened: rest.filter(({full, brief}) => full !== brief).length,
    dropped: parts.length - inFull - inBrief,
  };
}

type Sizes = {readonly full: number; readonly brief: number};

/** Returns how many of the first texts fit. */
function leading(sizes: readonly Sizes[], bytes: number, of: (sizes: Sizes) => number): number {
  let left = bytes;
  const end = sizes.findIndex((one) => (left -= of(one)) < 0);
  return end < 0 ? sizes.length : end;
}

/** Returns the size in bytes. GitHub limits comments by characters and summaries by bytes; a character has at least one byte. */
export const size = (text: string): number => Buffer.byteLength(text);
