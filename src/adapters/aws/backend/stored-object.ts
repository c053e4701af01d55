import {randomUUID} from 'node:crypto';
import {defined} from '../../../lib/defined.ts';

/** What of an object tells its meaning; `mark` is that of the write that made it. */
export type StoredObject = {readonly body: Uint8Array; readonly metadata: Readonly<Record<string, string>>};

const MARK = 'gantry-write';
const KIND = 'gantry-value';
const EMPTY = 'empty';

/**
 * An object without a byte is a key without a value: a tombstone, or the folder marker of a console. So a listing tells what
 * is there by sizes alone. The value without a byte, which nobody needs but a key-value store has, is a line end and a note.
 */
export const objectOf = (value: Uint8Array): StoredObject => ({
  body: value.length === 0 ? new TextEncoder().encode('\n') : value,
  metadata: {...defined({[KIND]: value.length === 0 ? EMPTY : undefined}), [MARK]: randomUUID()},
});

/** An empty object in place of a deleted one. Its random mark makes its ETag or metadata differ from any other tombstone's. */
export const tombstone = (): StoredObject => ({body: new Uint8Array(), metadata: {[MARK]: randomUUID()}});

/** The value of an object that was read; undefined: there is none. */
export function valueOf({body, metadata}: StoredObject): Uint8Array | undefined {
  if (body.length === 0) return undefined;
  return metadata[KIND] === EMPTY ? new Uint8Array() : body;
}

/** Whether an object is the one that this write made, whoever else writes the same bytes. */
export const isMadeBy = (found: Readonly<Record<string, string>>, written: StoredObject): boolean =>
  found[MARK] !== undefined && found[MARK] === written.metadata[MARK];
