/**
 * A text with `*` for any characters, slashes and colons too, and `?` for one. What stands between two `*` is sought once, from left to
 * right: a lookahead is not entered again, so that many `*` take no more time than one.
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
