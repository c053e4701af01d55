import type {FieldChange} from '../../core/plan/plan.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {parseImage} from '../../core/variation/image-ref.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';

const IMAGE = /(?:^|\.)(?:containers|initContainers)\[[^\]]*\]\.image$/;
const VERSION = /^v?(\d+(?:\.\d+)*)(?:[-.]?((?:alpha|beta|dev|pre|preview|rc|snapshot)\b.*))?/i;

/** Returns the containers of a change whose image gets an older version. Tags without a version number are not compared. */
export const imageDowngrades = (fields: readonly FieldChange[]): readonly PolicyFinding[] =>
  fields.flatMap(({path, before, after, yielded, at}) => {
    if (yielded === true || typeof before !== 'string' || typeof after !== 'string' || !IMAGE.test(path)) return [];
    if (!isOlder(after, before)) return [];
    return [{message: `${path} changes from ${before} to the older ${after}`, path: [], field: defined({path, at})}];
  });

/** Reports whether an image is an older version of another one. */
export function isOlder(image: string, than: string): boolean {
  const [now, before] = [parseImage(image), parseImage(than)];
  if (now.name !== before.name) return false;
  const [newer, older] = [VERSION.exec(now.tag ?? ''), VERSION.exec(before.tag ?? '')];
  if (newer === null || older === null) return false;
  const order = compareNumbers(numbersOf(newer), numbersOf(older));
  if (order !== 0) return order < 0;
  // Only a prerelease comes before the version itself.
  const [prerelease, earlier] = [newer[2], older[2]];
  if (prerelease === undefined) return false;
  return earlier === undefined || compareNaturally(prerelease, earlier) < 0;
}

const numbersOf = ([, numbers = '']: RegExpExecArray): readonly number[] => numbers.split('.').map(Number);

/** Compares the parts that both versions have: `1.28` may be any 1.28. */
function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = (a[i] ?? 0) - (b[i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
