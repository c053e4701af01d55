import type {SeriesNames} from '../core/release/series-names.ts';

/** The newest head of a release history that this machine has read or written. */
export type SeenSeries = {
  readonly lineage: string;
  /** The epoch of that head. Epoch and revision only increase. */
  readonly epoch: number;
  /** The highest revision that was recorded or begun. */
  readonly revision: number;
  /** The id of the key of its MAC. */
  readonly key: string;
  /** Lineages that had the same names before. */
  readonly former: readonly string[];
};

/**
 * A store of the seen heads outside of the backend, so that a person with write access to the backend cannot change it. Only
 * heads with a MAC are stored.
 */
export type SeenSeriesStore = {
  readonly read: (names: SeriesNames) => Promise<SeenSeries | undefined>;
  /** Stores the higher numbers. A run does not fail if this machine cannot store anything. */
  readonly note: (names: SeriesNames, seen: Omit<SeenSeries, 'former'>) => Promise<void>;
  /** Deletes the numbers, because a person has rebuilt the record with another key or restored a backup. */
  readonly restart: (names: SeriesNames) => Promise<void>;
  /** Returns the file of a release history, for messages. */
  readonly fileOf: (names: SeriesNames) => string;
};
