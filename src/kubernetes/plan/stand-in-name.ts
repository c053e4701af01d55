/** Names up to this length may grow by {@link EXTRA} and still be short enough for every kind. */
const ROOM = 40;
const EXTRA = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A name that nobody has, as valid as this one and no more: its first and last characters, its signs and whatever is wrong with
 * it stay, so that the server judges it as it would judge the name itself. `random` answers from 0 up to 1.
 */
export function standInName(name: string, random: () => number): string {
  const letter = (): string => LETTERS[Math.floor(random() * LETTERS.length)] ?? 'x';
  if (name.length === 0) return name;
  if (name.length <= ROOM) return `${name[0]}${Array.from({length: EXTRA}, letter).join('')}${name.slice(1)}`;
  const inner = name.slice(1, -1).replaceAll(/[a-z]/g, letter);
  return `${name[0]}${inner}${name.at(-1)}`;
}
