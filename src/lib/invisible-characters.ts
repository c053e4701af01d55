/**
 * Characters beyond the C0 controls that a terminal executes or that are invisible, as the inside of a character class (flag `u`): DEL
 * and C1, the soft hyphen, zero-width characters, marks and overrides of direction, separators, annotations, tags, and the
 * variation selectors that no font knows.
 */
export const INVISIBLE_CHARACTERS =
  '\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e01ef}';

/** Characters that JSON does not escape, and the beginning of `##[` and `##vso[`, which CI runners execute anywhere in a line. */
const LEFT_BY_JSON = new RegExp(`[${INVISIBLE_CHARACTERS}]|##(?=\\[|vso\\[)`, 'gu');

/** Escapes invisible characters and the beginnings of CI commands in a JSON text. Both occur only in its strings. */
export const escapeUnsafe = (json: string): string =>
  json.replaceAll(LEFT_BY_JSON, (found) => (found === '##' ? '#\\u0023' : unitsOf(found)));

const unitsOf = (text: string): string =>
  Array.from({length: text.length}, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
