import {randomUUID} from 'node:crypto';
import {defined} from '../../../lib/defined.ts';

/** The body and the metadata of an object. The metadata contains the id of its write. */
export type StoredObject = {readonly body: Uint8Array; readonly metadata: Readonly<Record<string, string>>};

const MARK = 'gantry-write';
const KIND = 'gantry-value';
const EMPTY = 'empty';

/**
 * Encodes a value as an object. An object without bytes is a key without a value: a tombstone, or the folder object of a console.
 * A listing therefore shows by size alone which keys have values. The empty value is stored as a line end with a flag.
 */
export const objectOf = (value: Uint8Array): StoredObject => ({
  body: value.length === 0 ? new TextEncoder().encode('\n') : value,
  metadata: {...defined({[KIND]: value.length === 0 ? EMPTY : undefined}), [MARK]: randomUUID()},
});

/** Returns an empty object in place of a deleted one. Its random id makes its ETag or metadata differ from those of any other tombstone. */
export const tombstone = (): StoredObject => ({body: new Uint8Array(), metadata: {[MARK]: randomUUID()}});

/** Returns the value of an object that was read. Undefined if it has none. */
export function valueOf({body, metadata}: StoredObject): Uint8Array | undefined {
  if (body.length === 0) return undefined;
  return metadata[KIND] === EMPTY ? new Uint8Array() : body;
}

/** Reports whether this write created the object, even if another writer wrote the same bytes. */
export const isMadeBy = (found: Readonly<Record<string, string>>, written: StoredObject): boolean =>
  found[MARK] !== undefined && found[MARK] === written.metadata[MARK];
