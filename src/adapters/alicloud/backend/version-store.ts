import type {Listed} from './oss-xml.ts';

/** An object to write. An object without bytes is a tombstone. */
export type VersionObject = {readonly body: Uint8Array; readonly metadata: Readonly<Record<string, string>>};

/**
 * A store of objects that can be created, but never replaced. Names are those of keys with their number. After a GantryError from
 * any function, it is unknown whether the operation was done.
 */
export type VersionStore = {
  /** Lists the current objects under a prefix, sorted by name. */
  readonly list: (prefix: string) => Promise<readonly Listed[]>;
  readonly read: (name: string) => Promise<(VersionObject & Pick<Listed, 'tag'>) | undefined>;
  /** Reads only the metadata. */
  readonly look: (name: string) => Promise<VersionObject['metadata'] | undefined>;
  /**
   * Creates an object only if none has that name. `unsure`: an object exists, and an earlier attempt without a response may have
   * created it.
   */
  readonly create: (name: string, object: VersionObject) => Promise<'made' | 'taken' | 'unsure'>;
  /** Removes an object. The caller does not depend on the outcome. */
  readonly remove: (name: string) => Promise<void>;
  /** Returns the error for an operation on a name whose outcome could not be determined. */
  readonly failure: (name: string, detail: string) => Error;
};
