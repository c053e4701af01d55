import type {Head} from './head.ts';
import {parseReleaseKey, type ReleaseKey} from './keys.ts';
import {latestRecords} from './latest-records.ts';
import type {MadeFrom} from './made-from.ts';
import type {Phase} from './phase.ts';
import type {Rebuilt} from './release.ts';
import {wentWell} from './went-well.ts';

/** The data of a release that a prune needs. */
export type KnownRelease = {
  readonly revision: number;
  readonly operation: 'apply' | 'destroy';
  readonly phase: Phase;
  readonly startedAt: string;
  readonly unsettled?: true;
  readonly from?: MadeFrom;
  readonly rebuilt?: Rebuilt;
};

/** The reasons why a release is always kept. */
export type KeptBecause =
  | 'current'
  | 'pending'
  | 'last-succeeded'
  | 'rollback-target'
  | 'newest'
  | 'younger'
  | 'unreadable';

/** The stored releases of a history, and the rules by which old ones are pruned. */
export type ChoosePruned = {
  /** All stored release documents of the history. */
  readonly stored: readonly ReleaseKey[];
  /** The readable releases, newest first, each from its authoritative record. */
  readonly known: readonly KnownRelease[];
  readonly head: Head | undefined;
  /** The number of newest releases to keep. */
  readonly keep: number;
  /** Only releases that began before this time are deleted. */
  readonly before?: Date;
};

/** The revisions that are deleted, and their keys in the backend. */
export type Pruned = {
  /** The deleted revisions, newest first. */
  readonly revisions: readonly number[];
  /** The keys of their documents, and of documents that are no longer read: the intents of runs that are recorded. */
  readonly keys: readonly string[];
  readonly kept: readonly {readonly revision: number; readonly because: KeptBecause}[];
};

/** Chooses the releases to delete. It keeps those that the next plan, the recovery of a run or the next rollback reads. */
export function choosePruned(choose: ChoosePruned): Pruned {
  const numbers = latestRecords(choose.stored).map(({revision}) => revision);
  const needed = neededRevisions(choose);
  const known = new Map(choose.known.map((one) => [one.revision, one]));
  const judged = numbers.map((revision, index) => ({
    revision,
    because: needed.get(revision) ?? spared(choose, index, known.get(revision)),
  }));
  const going = new Set(judged.filter(({because}) => because === undefined).map(({revision}) => revision));
  const idle = idleKeys(choose);
  return {
    revisions: [...going],
    keys: choose.stored.filter(({key, revision}) => going.has(revision) || idle.has(key)).map(({key}) => key),
    kept: judged.flatMap(({revision, because}) => (because === undefined ? [] : [{revision, because}])),
  };
}

function spared(
  {keep, before}: ChoosePruned,
  index: number,
  release: KnownRelease | undefined,
): KeptBecause | undefined {
  if (index < keep) return 'newest';
  if (before === undefined) return undefined;
  // The age of an unreadable release is not known.
  if (release === undefined) return 'unreadable';
  return Date.parse(release.startedAt) < before.getTime() ? undefined : 'younger';
}

/** Maps each needed revision to its strongest reason. */
function neededRevisions({head, known}: ChoosePruned): ReadonlyMap<number, KeptBecause> {
  const needed = new Map<number, KeptBecause>();
  const need = (revision: number | undefined, because: KeptBecause): void => {
    if (revision !== undefined && !needed.has(revision)) needed.set(revision, because);
  };
  need(head?.release === undefined ? undefined : head.revision, 'current');
  for (const {key} of pendingOf(head)) need(parseReleaseKey(key)?.revision, 'pending');
  const good = known.filter(wentWell);
  need(good[0]?.revision, 'last-succeeded');
  // After a successful run, a rollback uses the release before it. A failed run is continued.
  need(good[1]?.revision, 'rollback-target');
  const begun = known.find(({revision}) => revision === (head?.pending?.revision ?? head?.revision));
  need(begun?.from?.revision, 'rollback-target');
  return needed;
}

const pendingOf = (head: Head | undefined): readonly {readonly key: string}[] =>
  head?.pending === undefined ? [] : [...(head.pending.earlier ?? []), head.pending];

/** Returns keys that are not authoritative: intents of recorded runs, and of runs that died before the head recorded them. */
function idleKeys({stored, head}: ChoosePruned): ReadonlySet<string> {
  const open = new Set(pendingOf(head).flatMap(({key}) => parseReleaseKey(key)?.revision ?? []));
  const counts = new Set(latestRecords(stored).map(({key}) => key));
  return new Set(
    stored
      .filter(({key, revision}) => !open.has(revision) && !counts.has(key) && key !== head?.release?.key)
      .map(({key}) => key),
  );
}
