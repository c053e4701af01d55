/**
 * Characters beyond the C0 controls that a terminal obeys or that nobody sees, as the inside of a character class (flag `u`): DEL
 * and C1, the soft hyphen, zero-width characters, marks and overrides of direction, separators, annotations, tags, and the
 * variation selectors that no font knows.
 */
export const UNSEEN_CHARACTERS =
  '\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e01ef}';

/** JSON leaves these as they are; a runner of a pipeline obeys `##[` and `##vso[` wherever they stand. */
const LEFT_BY_JSON = new RegExp(`[${UNSEEN_CHARACTERS}]|##(?=\\[|vso\\[)`, 'gu');

/** The same JSON, with what nobody sees and what begins a command written as escapes: both are only in strings. */
export const escapeUnsafe = (json: string): string =>
  json.replaceAll(LEFT_BY_JSON, (found) => (found === '##' ? '#\\u0023' : unitsOf(found)));

const unitsOf = (text: string): string =>
  Array.from({length: text.length}, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
