/** One part of a document that may be shortened, or left out. */
export type Part = {readonly full: string; readonly brief: string};

export type Fitted = {
  readonly texts: readonly string[];
  /** How many stand there in brief, and how many not at all. */
  readonly shortened: number;
  readonly dropped: number;
};

/** Parts, most important first, within a number of bytes: the last ones lose their detail first, and only then vanish. */
export function fit(parts: readonly Part[], bytes: number): Fitted {
  const sizes = parts.map(({full, brief}) => ({full: size(full), brief: size(brief)}));
  let total = sizes.reduce((sum, {full}) => sum + full, 0);
  let [firstBrief, firstDropped] = [parts.length, parts.length];
  while (total > bytes && firstBrief > 0) {
    const {full, brief} = sizes[--firstBrief] ?? {full: 0, brief: 0};
    total -= full - brief;
  }
  while (total > bytes && firstDropped > 0) total -= sizes[--firstDropped]?.brief ?? 0;
  const shown = parts.slice(0, firstDropped);
  return {
    texts: shown.map(({full, brief}, i) => (i < firstBrief ? full : brief)),
    shortened: shown.filter(({full, brief}, i) => i >= firstBrief && full !== brief).length,
    dropped: parts.length - firstDropped,
  };
}

/** What GitHub counts: it limits comments by characters and summaries by bytes, and no character is less than a byte. */
export const size = (text: string): number => Buffer.byteLength(text);
