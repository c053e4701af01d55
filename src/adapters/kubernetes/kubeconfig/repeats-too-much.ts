import type {Json} from '../../../core/json.ts';

/** The size that aliases may add to the written content. */
const MAX_ALIASED = 100_000;

/**
 * Reports whether YAML aliases make a text much larger than it is, or contain themselves. Such a text of a kilobyte is
 * cheap to read, but exhausts memory when it is written again.
 */
export function repeatsTooMuch(root: Json): boolean {
  const sizes = new Map<object, number>();
  let written = 0;
  // A value that is still being visited contains itself and counts as endless.
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
