import type {HistoryNames} from '../core/release/history-names.ts';

/** The newest head of a release history that this machine has read or written. */
export type SeenHistory = {
  readonly lineage: string;
  /** The epoch of that head. Epoch and revision only increase. */
  readonly epoch: number;
  /** The highest revision that was recorded or begun. */
  readonly revision: number;
  /** The id of the key of its MAC. */
  readonly key: string;
  /** The time of the last restore of the backend that it names. The numbers of different restores cannot be compared. */
  readonly restored?: string | undefined;
  /** Lineages that had the same names before. */
  readonly former: readonly string[];
};

/** The newest data key of a sealed backend that this machine has seen. */
export type SeenDataKey = {
  readonly generation: number;
  /** The time of the last restore of the backend at that time. */
  readonly restored?: string | undefined;
};

/**
 * A store of the seen heads outside of the backend, so that a person with write access to the backend cannot change it. Only
 * heads with a MAC are stored.
 */
export type SeenHistoryStore = {
  readonly read: (names: HistoryNames) => Promise<SeenHistory | undefined>;
  /** Stores the higher numbers. A run does not fail if this machine cannot store anything. */
  readonly note: (names: HistoryNames, seen: Omit<SeenHistory, 'former'>) => Promise<void>;
  /** Deletes the numbers, because a person has rebuilt the record with another key or restored a backup. */
  readonly restart: (names: HistoryNames) => Promise<void>;
  /** The data key of the backend. Each write replaces the one before. */
  readonly dataKey: {
    readonly file: string;
    readonly read: () => Promise<SeenDataKey | undefined>;
    readonly note: (seen: SeenDataKey) => Promise<void>;
  };
  /** Returns the file of a release history, for messages. */
  readonly fileOf: (names: HistoryNames) => string;
};
