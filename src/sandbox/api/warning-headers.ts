/** How much of all warnings together is told, in characters: then each is cut, and what is beyond that left out. */
const MOST_IN_ALL = 4096;
const MOST_OF_ONE = 256;

/** The `Warning` headers of an answer: each text once, as much of them as the server tells, and none that a header cannot hold. */
export function warningHeaders(texts: readonly string[]): readonly string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const isTooMuch = distinct.reduce((sum, text) => sum + text.length, 0) > MOST_IN_ALL;
  const headers: string[] = [];
  let written = 0;
  for (const text of distinct) {
    if (isTooMuch && written >= MOST_IN_ALL) break;
    const shown = isTooMuch
      ? Array.from(text.slice(0, 2 * MOST_OF_ONE))
          .slice(0, MOST_OF_ONE)
          .join('')
      : text;
    if (/\p{Cc}/u.test(shown)) continue;
    written += shown.length;
    headers.push(`299 - "${asBytes(shown).replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  }
  return headers;
}

/** Node takes a character of a header for one byte, and refuses what does not fit: UTF-8 has to be spelled byte by byte. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
