/** Returns a text as a sentence, with a capital letter and a full stop. A file or flag at the beginning is not changed. */
export const sentence = (text: string): string =>
  `${/^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text}${/[.?!]$/.test(text) ? '' : '.'}`;

/** Returns the text up to its first full stop that is followed by a space, on one line. */
export function firstSentence(text: string): string {
  const end = text.search(/\.\s/);
  return end < 0 ? text : text.slice(0, end + 1);
}
