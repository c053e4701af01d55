/** Joins the words that bash has split at `=` and `:` (COMP_WORDBREAKS): it passes `--output=js` as three words. */
export function joinBroken(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isBreak = /^[=:]+$/.test(word);
    if (joined.length > 0 && (isBreak || isOpen)) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    isOpen = isBreak;
  }
  return joined;
}

/** Returns the part of the word that bash keeps, so that a candidate must not repeat it. */
export const prefixKept = (current: string): string => current.slice(0, current.search(/(?<![^=:])[^=:]*$/));
