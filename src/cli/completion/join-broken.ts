/** bash cuts words at `=` and `:` (COMP_WORDBREAKS): `--output=js` comes as three. */
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

/** What bash leaves as it stands, so that an answer must not repeat it. */
export const prefixKept = (current: string): string => current.slice(0, current.search(/(?<![^=:])[^=:]*$/));
