/** A semantic version. Missing numbers are 0, as Helm reads `v1.2`. */
export type ChartVersion = {
  readonly text: string;
  readonly numbers: readonly [number, number, number];
  /** The identifiers after `-`. Empty for a final version. */
  readonly prerelease: readonly string[];
};

const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const NUMBER = '\\d{1,15}';
const VERSION = new RegExp(
  `^v?(${NUMBER})(?:\\.(${NUMBER}))?(?:\\.(${NUMBER}))?(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`,
);

/** Reads a version as Helm does; undefined for any other text. */
export function readVersion(text: string): ChartVersion | undefined {
  const parts = VERSION.exec(text);
  if (parts === null) return undefined;
  const [, major, minor, patch, prerelease] = parts;
  return {
    text,
    numbers: [Number(major), Number(minor ?? 0), Number(patch ?? 0)],
    prerelease: prerelease?.split('.') ?? [],
  };
}

/** Compares two versions by their precedence, for sorting. Build metadata does not count. */
export function compareVersions(a: ChartVersion, b: ChartVersion): number {
  for (const [at, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [at, identifier] of a.prerelease.entries()) {
    const difference = compareIdentifiers(identifier, b.prerelease[at]);
    if (difference !== 0) return difference;
  }
  return a.prerelease.length - b.prerelease.length;
}

function compareIdentifiers(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  // A number has lower precedence than a word.
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
