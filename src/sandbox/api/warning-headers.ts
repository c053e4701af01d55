/** The limit of all warnings together, in characters. Beyond it, each warning is truncated, and the rest is left out. */
const MOST_IN_ALL = 4096;
const MOST_OF_ONE = 256;

/** Returns the `Warning` headers of a response: each text once, up to the server's limit, without texts that a header cannot hold. */
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

/** Returns the UTF-8 bytes of a text as characters: Node writes one byte per character of a header, and refuses others. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
