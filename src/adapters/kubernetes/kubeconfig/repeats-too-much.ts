import type {Json} from '../../../core/json.ts';

/** How much aliases may add to what is written. */
const MAX_ALIASED = 100_000;

/**
 * Whether aliases of YAML make a text much larger than it is, or hold themselves: a bomb of a kilobyte, which costs nothing to read,
 * fills the memory of whoever writes it down again.
 */
export function repeatsTooMuch(root: Json): boolean {
  const sizes = new Map<object, number>();
  let written = 0;
  // What is still open counts as endless: it holds itself.
  const sizeOf = (value: Json): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    sizes.set(value, Number.POSITIVE_INFINITY);
    const parts = Object.values(value);
    const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), 1);
    written += 1 + parts.filter((part) => typeof part !== 'object' || part === null).length;
    sizes.set(value, size);
    return size;
  };
  return sizeOf(root) - written > MAX_ALIASED;
}
