/** A text with `*` for any characters, slashes and colons too, and `?` for one. */
export function globPattern(glob: string): RegExp {
  const pattern = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`, 's');
}

export const isGlob = (text: string): boolean => /[*?]/.test(text);
