/** One part of a document that may be shortened, or left out. */
export type Part = {readonly full: string; readonly brief: string};

/** Sections after they were shortened to fit into a comment. */
export type Fitted = {
  readonly texts: readonly string[];
  /** How many stand there in brief, and how many not at all. */
  readonly shortened: number;
  readonly dropped: number;
};

/**
 * Parts, most important first, within a number of bytes. The last ones lose their detail first, and only then vanish; but to name
 * them never costs the first ones more than half of the room.
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

/** How many from the first on fit. */
function leading(sizes: readonly Sizes[], bytes: number, of: (sizes: Sizes) => number): number {
  let left = bytes;
  const end = sizes.findIndex((one) => (left -= of(one)) < 0);
  return end < 0 ? sizes.length : end;
}

/** What GitHub counts: it limits comments by characters and summaries by bytes, and no character is less than a byte. */
export const size = (text: string): number => Buffer.byteLength(text);
