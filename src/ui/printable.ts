import {INVISIBLE_CHARACTERS} from '../lib/invisible-characters.ts';

// Control, invisible and reordering characters. A terminal would execute them, and a reader would be misled.
const UNSAFE = new RegExp(`[\\u0000-\\u001f${INVISIBLE_CHARACTERS}]`, 'gu');

/** Returns a text from a cluster or a file as one printable line. Control characters are escaped (`\x1b`). */
export const printable = (text: string): string => text.replaceAll(UNSAFE, escaped);

/** Returns a printable text of several lines. Line ends and tabs stay. */
export const printableLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : escaped(char)));

const NAMED: Readonly<Record<string, string>> = {'\n': '\\n', '\t': '\\t', '\r': '\\r'};

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return (
    NAMED[char] ??
    (code < 256
      ? `\\x${digits.padStart(2, '0')}`
      : code < 0x1_00_00
        ? `\\u${digits.padStart(4, '0')}`
        : `\\u{${digits}}`)
  );
}
