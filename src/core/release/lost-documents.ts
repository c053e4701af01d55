import {parseReleaseKey} from './keys.ts';
import type {PrunedRecord} from './pruned-record.ts';

/** A release that an earlier saved chain has, and that is gone or different now. */
export type LostDocument = {
  readonly key: string;
  readonly revision: number;
  readonly problem: 'lost' | 'rewritten';
};

type Documents = Readonly<Record<string, string>>;

/** Compares the releases of an earlier chain with those of a later one, which must contain them all, unless they were pruned. */
export function lostDocuments(
  earlier: Documents,
  later: Documents,
  pruned: Pick<PrunedRecord, 'upTo' | 'between'> | undefined,
): readonly LostDocument[] {
  const holes = new Set(pruned?.between.map(({key}) => key));
  return Object.entries(earlier).flatMap(([key, text]): LostDocument[] => {
    const release = parseReleaseKey(key);
    if (release === undefined) return [];
    const {revision} = release;
    const found = Object.hasOwn(later, key) ? later[key] : undefined;
    if (found === text) return [];
    if (found !== undefined) return [{key, revision, problem: 'rewritten'}];
    const record = key.replace(/-pending\.json$/, '.json');
    // The record of a run stands for its intent.
    if (record !== key && Object.hasOwn(earlier, record)) return [];
    return revision <= (pruned?.upTo ?? 0) || holes.has(key) || holes.has(record)
      ? []
      : [{key, revision, problem: 'lost'}];
  });
}
