/** A PEM block. Lines of two of them can be equal by chance. */
const PEM = /-----BEGIN ([^-]+)-----[\s\S]*?-----END \1-----/g;
const TOKENS = /[A-Za-z0-9+/=_.-]+|[^A-Za-z0-9+/=_.-]+/g;
const RANDOM = '\u0000';

/**
 * Returns the part of a text that is equal in two renders, with a mark for each random part. Undefined if it cannot be distinguished
 * from the random parts.
 */
export function stablePart(one: string, other: string): string | undefined {
  const [first, second] = [withoutPem(one), withoutPem(other)];
  const parts = common(first.match(TOKENS) ?? [], second.match(TOKENS) ?? []);
  const found = parts ?? common(linesOf(first), linesOf(second));
  return found?.some((part) => part !== RANDOM && /\w/.test(part)) === true ? found.join('') : undefined;
}

const withoutPem = (text: string): string => text.replaceAll(PEM, (_, label: string) => `${label} ${RANDOM}`);

/** Returns the lines, each with its line break. */
const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/);

const common = (one: readonly string[], other: readonly string[]): readonly string[] | undefined =>
  one.length === other.length ? one.map((part, index) => (part === other[index] ? part : RANDOM)) : undefined;
