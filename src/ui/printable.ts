// C0 and C1 controls, DEL, and the marks that reorder text: a terminal would obey them, and a reader would be misled.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from a cluster or a file as one line that a terminal can show: what it would obey is written out (`\x1b`). */
export const printable = (text: string): string => text.replaceAll(UNSAFE, escaped);

/** The same for text of several lines: line ends and tabs stay. */
export const printableLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : escaped(char)));

const NAMED: Readonly<Record<string, string>> = {'\n': '\\n', '\t': '\\t', '\r': '\\r'};

function escaped(char: string): string {
  const code = char.charCodeAt(0);
  return NAMED[char] ?? (code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`);
}
