import type {ReleaseKey} from './keys.ts';

/**
 * Returns the authoritative record of each revision, newest first: that of the highest epoch. The record of a run has precedence over its
 * intent.
 */
export function latestRecords(stored: readonly ReleaseKey[]): readonly ReleaseKey[] {
  const best = new Map<number, ReleaseKey>();
  for (const one of stored) {
    const known = best.get(one.revision);
    if (known === undefined || rank(one) > rank(known)) best.set(one.revision, one);
  }
  return [...best.values()].toSorted((a, b) => b.revision - a.revision);
}

const rank = ({epoch, pending}: ReleaseKey): number => epoch * 2 + (pending ? 0 : 1);
