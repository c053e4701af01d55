/** Begins large and ends with a full stop; a file or flag at the beginning stays as it is written. */
export const sentence = (text: string): string =>
  `${/^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text}${/[.?!]$/.test(text) ? '' : '.'}`;
