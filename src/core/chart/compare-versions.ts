const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Compares two versions by the precedence of SemVer. A text that is no version comes before all versions. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [VERSION.exec(a), VERSION.exec(b)];
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part] ?? 0) - Number(other[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePre(one[4], other[4]);
}

/** Reports whether a version is a pre-release. */
export const isPreRelease = (version: string): boolean => VERSION.exec(version)?.[4] !== undefined;

function comparePre(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [ours, theirs] = [a.split('.'), b.split('.')];
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    const difference = comparePart(ours[at], theirs[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return Number(a) - Number(b);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
