import type {HistoryNames} from '../core/release/history-names.ts';

/** A resource by its id and its kind, if it has one: without its values. */
export type NamedResource = {readonly id: string; readonly kind?: string | undefined};

/** The names in a release history, as this machine read or wrote it last. */
export type RecentRelease = {
  readonly lineage: string;
  /** The known revisions, newest first. */
  readonly revisions: readonly number[];
  /** The resources of the last release. */
  readonly resources: readonly NamedResource[];
  /** Resources that the last plan added to them. */
  readonly planned: readonly NamedResource[];
};

/**
 * A store of these names on this machine, for the completion of a shell, which must not contact a backend. The store is a cache: a run does
 * not fail if it cannot be written.
 */
export type RecentReleases = {
  /** Replaces the given members. The others are kept while the lineage is the same. */
  readonly note: (names: HistoryNames, known: NotedRelease) => Promise<void>;
};

/** The members to replace. `revision`: one to add to the known ones. */
export type NotedRelease = Pick<RecentRelease, 'lineage'> &
  Partial<RecentRelease> & {readonly revision?: number | undefined};
