import {describe, expect, it} from 'vitest';
import {choosePruned, type KnownRelease} from '../../../../src/core/release/choose-pruned.ts';
import type {Head, PendingRun} from '../../../../src/core/release/head.ts';
import {parseReleaseKey, pendingKey, type ReleaseKey, releaseKey} from '../../../../src/core/release/keys.ts';
import {holderNamed} from '../../../rig/releases.ts';

const L = 'abc';
const keyed = (...keys: readonly string[]): readonly ReleaseKey[] => keys.flatMap((key) => parseReleaseKey(key) ?? []);
const record = (revision: number, epoch = revision): string => releaseKey(L, revision, epoch);
const intent = (revision: number, epoch = revision): string => pendingKey(L, revision, epoch);
const release = (revision: number, more: Partial<KnownRelease> = {}): KnownRelease => ({
  revision,
  operation: 'apply',
  phase: 'succeeded',
  startedAt: `2026-01-0${revision}T00:00:00Z`,
  ...more,
});
const headAt = (revision: number, more: Partial<Head> = {}): Head => ({
  formatVersion: 1,
  lineage: L,
  epoch: 9,
  token: 't',
  revision,
  release: {key: record(revision), sha256: 's'},
  ...more,
});
const pendingAt = (revision: number, earlier: readonly number[] = []): PendingRun => ({
  key: intent(revision),
  sha256: 's',
  revision,
  phase: 'applying',
  startedAt: 'now',
  holder: holderNamed('anna'),
  earlier: earlier.map((one) => ({key: intent(one), sha256: 's'})),
});

type Case = {
  readonly name: string;
  readonly known: readonly KnownRelease[];
  readonly head: Head;
  readonly keep?: number;
  readonly before?: Date;
  readonly gone: readonly number[];
};

describe('the releases that a prune deletes', () => {
  it.each<Case>([
    {
      name: 'a prune deletes old releases, but not the current one or the one that a rollback restores',
      known: [release(5), release(4), release(3), release(2), release(1)],
      head: headAt(5),
      gone: [3, 2, 1],
    },
    {
      name: 'a prune keeps the last two successful releases, however old they are',
      known: [release(5, {phase: 'failed'}), release(4, {phase: 'failed'}), release(3), release(2), release(1)],
      head: headAt(5),
      gone: [4, 1],
    },
    {
      name: 'a prune does not count an unsettled release or a destroy as a successful release',
      known: [release(4), release(3, {unsettled: true}), release(2, {operation: 'destroy'}), release(1)],
      head: headAt(4),
      gone: [3, 2],
    },
    {
      name: 'a prune keeps the target of a failed rollback',
      known: [release(5, {phase: 'failed', from: {revision: 1}}), release(4), release(3), release(2), release(1)],
      head: headAt(5),
      gone: [2],
    },
    {
      name: 'a prune keeps interrupted runs until a later record accounts for their objects',
      known: [release(5, {phase: 'applying'}), release(4, {phase: 'applying'}), release(3), release(2), release(1)],
      head: headAt(3, {pending: pendingAt(5, [4])}),
      gone: [1],
    },
    {
      name: 'a prune with a date keeps newer releases, and unreadable ones, whose age is unknown',
      known: [release(6), release(5), release(4), release(3), release(1)],
      head: headAt(6),
      before: new Date('2026-01-04T00:00:00Z'),
      gone: [3, 1],
    },
    {
      name: 'a prune deletes nothing if it keeps all releases',
      known: [release(2), release(1)],
      head: headAt(2),
      keep: 9,
      gone: [],
    },
  ])('$name', ({known, head, keep = 1, before, gone}) => {
    const all = Array.from({length: head.pending?.revision ?? head.revision}, (_, n) => n + 1);
    const stored = keyed(...all.map((revision) => (revision > head.revision ? intent(revision) : record(revision))));
    const {revisions} = choosePruned({stored, known, head, keep, ...(before === undefined ? {} : {before})});
    expect(revisions).toEqual(gone);
  });

  it('a prune deletes all documents of a release and unused ones of others, but none that the head refers to', () => {
    const open = [intent(4, 6), record(4, 6), intent(4, 5)];
    const stored = keyed(
      intent(1),
      record(1),
      intent(2, 2),
      intent(2, 3),
      record(2, 3),
      intent(3, 4),
      record(3, 4),
      ...open,
    );
    const pending = {...pendingAt(4), key: intent(4, 6)};
    const head = headAt(3, {release: {key: record(3, 4), sha256: 's'}, pending});
    const {revisions, keys} = choosePruned({stored, known: [release(3), release(2)], head, keep: 1});
    expect(revisions).toEqual([1]);
    expect(keys.toSorted()).toEqual([intent(1), record(1), intent(2, 2), intent(2, 3), intent(3, 4)].toSorted());
  });
});
