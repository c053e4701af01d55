import type {Listed} from './oss-xml.ts';

/** An object as it is written. An object without a byte is a tombstone. */
export type VersionObject = {readonly body: Uint8Array; readonly metadata: Readonly<Record<string, string>>};

/**
 * What a register needs of a store: objects that can only be made, never replaced. Names are those of keys with their number.
 * Each function may throw a GantryError, and then it is not known whether it was done.
 */
export type VersionStore = {
  /** Everything below a prefix, in the order of names, as it is now. */
  readonly list: (prefix: string) => Promise<readonly Listed[]>;
  readonly read: (name: string) => Promise<(VersionObject & Pick<Listed, 'tag'>) | undefined>;
  /** The metadata alone. */
  readonly look: (name: string) => Promise<VersionObject['metadata'] | undefined>;
  /**
   * Makes an object iff there is none of that name. `unsure`: there is one, and an attempt of ours without an answer may have
   * made it.
   */
  readonly create: (name: string, object: VersionObject) => Promise<'made' | 'taken' | 'unsure'>;
  /** Whether it was removed is of no importance. */
  readonly remove: (name: string) => Promise<void>;
  /** A failure for people: what was asked of a name could not be settled. */
  readonly failure: (name: string, detail: string) => Error;
};
