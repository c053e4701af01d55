import type {SeriesNames} from '../core/release/series-names.ts';

/** What this machine has seen of a release history: the newest head that it read or wrote. */
export type SeenSeries = {
  readonly lineage: string;
  /** Of that head: both only grow. */
  readonly epoch: number;
  /** The highest revision that was recorded or begun. */
  readonly revision: number;
  /** Which key its MAC was made with. */
  readonly key: string;
  /** Lineages that had the same names before. */
  readonly former: readonly string[];
};

/** Keeps that outside of the backend, so that a person who writes the backend cannot change it. Only heads with a MAC are kept. */
export type SeenSeriesStore = {
  readonly read: (names: SeriesNames) => Promise<SeenSeries | undefined>;
  /** Keeps the higher numbers. A machine where nothing can be kept has nothing to compare: that fails no run. */
  readonly note: (names: SeriesNames, seen: Omit<SeenSeries, 'former'>) => Promise<void>;
  /** Forgets the numbers: a person has rebuilt the record, with another key or after a backup was put back. */
  readonly restart: (names: SeriesNames) => Promise<void>;
  /** The file of a history, for people. */
  readonly fileOf: (names: SeriesNames) => string;
};
