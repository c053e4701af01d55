/** The longest name that may grow by {@link EXTRA} characters and still be valid for every kind. */
const ROOM = 40;
const EXTRA = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Returns an unused name that is as valid as the given one: its first and last characters, its special characters and
 * its errors stay, so that the server judges it like the original. `random` returns a number from 0 up to 1.
 */
export function standInName(name: string, random: () => number): string {
  const letter = (): string => LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x';
  if (name.length === 0) return name;
  if (name.length <= ROOM) return `${name[0]}${Array.from({length: EXTRA}, letter).join('')}${name.slice(1)}`;
  const inner = name.slice(1, -1).replaceAll(/[a-z]/g, letter);
  return `${name[0]}${inner}${name.at(-1)}`;
}
