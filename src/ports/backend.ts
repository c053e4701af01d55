import type {SeenSeriesStore} from './seen-series.ts';

/** A stored value and the version that a later conditional write must name. */
export type Stored = {readonly value: Uint8Array; readonly version: string};

/**
 * Where workspaces, releases and locks are kept: a key-value store with compare-and-set. Keys are relative paths
 * (`releases/<lineage>/head.json`). Nothing else is asked of a backend, so that a directory, a bucket and a Secret can be one.
 */
export type Backend = {
  /** For people: `local (~/.gantry)`. */
  readonly name: string;
  /** Only the person who runs Gantry can read it. */
  readonly isPrivate?: true;
  /** Of one that is a directory of this machine: its absolute path. */
  readonly directory?: string | undefined;
  /** What this machine has seen of its release histories; whoever opens a backend for a run gives it that. */
  readonly seen?: SeenSeriesStore;
  /** Who else can read or replace a stored key, as far as the backend can tell; for people. */
  readonly exposure?: (key: string) => Promise<string | undefined>;
  /** Of a cluster, where it lies in one: it ends with that namespace. */
  readonly namespace?: string;
  readonly get: (key: string) => Promise<Stored | undefined>;
  /** Writes iff the stored version still is `expected` (`undefined`: iff there is none). Answers the new version, or `'conflict'`. */
  readonly put: (
    key: string,
    value: Uint8Array,
    expected: string | undefined,
  ) => Promise<{readonly version: string} | 'conflict'>;
  readonly delete: (key: string, expected: string) => Promise<'deleted' | 'conflict'>;
  /** Keys below a prefix, sorted. */
  readonly list: (prefix: string) => Promise<readonly string[]>;
  /**
   * Asked before "none" is said of it: throws where nothing can ever be kept.
   * @throws GantryError backend/unusable
   */
  readonly refuseUnusable?: () => Promise<void>;
};
