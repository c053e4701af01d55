/** The sealed document with the Terraform state of a stack, and its version in the backend. */
export type StoredTerraform = {readonly text: string; readonly version: string};

/** The place of Terraform states: a sealed document for each release history. */
export type TerraformStates = {
  readonly read: (lineage: string) => Promise<StoredTerraform | undefined>;
  /**
   * Seals and stores a document, if the stored one still has the version `expected`. Returns the new version. Call it under the lock of the
   * history.
   * @throws GantryError plan/stale if another run has written meanwhile
   */
  readonly write: (lineage: string, text: string, expected: string | undefined) => Promise<string>;
};
