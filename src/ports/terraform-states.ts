import type {DataKey} from '../core/sealing/sealed-text.ts';

/** The sealed document with the Terraform state of a stack, and its version in the backend. */
export type StoredTerraform = {readonly text: string; readonly version: string};

/** The access that another process needs to continue with the states of a run. */
export type HandedStates = {
  /** The configuration of the backend, with its secrets. */
  readonly backend: unknown;
  /** The newest data key. It stays valid while the lock of the run is held. */
  readonly key: DataKey;
  /** The number of the newest state. Absent: there was none. */
  readonly number?: number | undefined;
};

/** The place of Terraform states: a sealed document for each release history. */
export type TerraformStates = {
  readonly read: (lineage: string) => Promise<StoredTerraform | undefined>;
  /**
   * Seals and stores a document, if the stored one still has the version `expected`. Returns the new version. Call it under the lock of the
   * history.
   * @throws GantryError plan/stale if another run has written meanwhile
   */
  readonly write: (lineage: string, text: string, expected: string | undefined) => Promise<string>;
  readonly handOver: (lineage: string) => Promise<HandedStates>;
};
