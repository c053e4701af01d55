import type {FieldChange} from '../../core/plan/plan.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {notFound, revisions} from '../../engine/release/revisions.ts';
import {type ChangeCounts, compareReleases, type ReleaseChange} from '../../kubernetes/release/compare-releases.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {type DiffSide, sideIn} from './diff-side.ts';
import {lineageOf} from './existing-history.ts';
import {readRevision} from './read-revision.ts';

/** Two releases to compare. Without `after`: the last recorded. Without both: that and the one before it. */
export type DiffReleases = HistoryNames & {readonly before?: number | undefined; readonly after?: number | undefined};

/** The answer of `gantry release diff`. */
export type ReleaseDiff = HistoryNames & {
  readonly formatVersion: 1;
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly summary: ChangeCounts;
  readonly changes: readonly ReleaseChange[];
  /** The changes of the stack's own settings. */
  readonly settings: readonly FieldChange[];
};

/**
 * Compares the desired resources of two releases, from their records alone: no files, no cluster.
 * @throws GantryError release/not-found, release/damaged, release/newer-format.
 */
export async function diffReleases(
  {before, after, project, stack, workspace}: DiffReleases,
  deps: Pick<Deps, 'backend'>,
): Promise<ReleaseDiff> {
  const names = {project, stack, workspace};
  const backend = await deps.backend();
  const lineage = await lineageOf(backend, names);
  const [second, first] = await lastTwo(backend, lineage, names);
  const [old, now] = await Promise.all([
    before === undefined ? first() : readRevision(backend, names, before),
    after === undefined ? second() : readRevision(backend, names, after),
  ]);
  const side = await sideIn(backend, lineage);
  const {changes, settings, summary} = compareReleases({before: old, after: now});
  return {
    formatVersion: 1,
    ...names,
    before: side(old),
    after: side(now),
    summary,
    changes,
    settings,
  };
}

type Read = () => Promise<Release>;

/** Returns readers for the last two recorded releases; a run in progress does not count. */
async function lastTwo(
  backend: Backend,
  lineage: string,
  names: HistoryNames,
): Promise<readonly [last: Read, one: Read]> {
  const recorded = (await revisions(backend, lineage)).filter(({pending}) => !pending);
  const at = (i: number) => async (): Promise<Release> => {
    const key = recorded[i];
    if (key !== undefined) return readRelease(backend, lineage, key);
    throw notFound(
      recorded.length === 0
        ? `${historyText(names)} has no recorded release`
        : `${historyText(names)} has only revision ${recorded[0]?.revision}, and no other release to compare it with`,
    );
  };
  return [at(0), at(1)];
}
