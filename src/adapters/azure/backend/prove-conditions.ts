import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import {deleteBlob, writeBlob} from './blobs.ts';
import type {Container} from './open-container.ts';

/** An ETag that no blob has. */
const ELSE = '"0x8D0000000000000"';

/**
 * Writes to a blob of its own whose conditions do not hold, before anything else is written to another server than Azure's: one
 * that knows no conditions takes the write and says nothing, and then two runs could both believe that they hold the lock. The name
 * begins with a dot, so it is not a key: if it is left behind, nobody sees it.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(container: Container): Promise<void> {
  const key = `.gantry-proof-${randomUUID()}`;
  const write = (replaces: string | undefined) =>
    writeBlob(container, key, {value: Buffer.from(randomUUID()), replaces});
  const made = await write(undefined);
  if (made === 'conflict') throw unusable(container, 'a new blob was refused as if it were there already');
  try {
    if ((await write(undefined)) !== 'conflict')
      throw unusable(container, 'it replaced a blob that was to be made only if there was none');
    if ((await write(ELSE)) !== 'conflict')
      throw unusable(container, 'it replaced another version than the one that was named');
    if ((await deleteBlob(container, key, ELSE)) !== 'conflict')
      throw unusable(container, 'it deleted another version than the one that was named');
  } finally {
    await deleteBlob(container, key, made.version).catch(() => undefined);
  }
}

const unusable = ({name}: Container, fact: string): GantryError =>
  new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour If-Match and If-None-Match: two runs could both believe they hold the lock (${fact})`,
    hint: 'Use Azure Blob Storage, or a server that checks ETags on PUT and DELETE',
  });
