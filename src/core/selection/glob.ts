/**
 * Returns the regular expression of a glob. `*` matches any characters, including slashes and colons, and `?` one character. A lookahead
 * prevents backtracking into a `*`, so that many `*` take linear time.
 */
export function globPattern(glob: string): RegExp {
  const [first = '', ...rest] = glob.split(/\*+/).map(escaped);
  const last = rest.pop();
  const middle = rest.map((part, i) => `(?=(.*?${part}))\\${i + 1}`).join('');
  return new RegExp(`^${first}${middle}${last === undefined ? '' : `.*${last}`}$`, 's');
}

const escaped = (text: string): string => text.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('?', '.');

/** Tells a glob from a plain name; only `*` and `?` are special. */
export const isGlob = (text: string): boolean => /[*?]/.test(text);
