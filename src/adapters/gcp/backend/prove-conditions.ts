import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import {deleteObject, writeObject} from './objects.ts';
import type {Bucket} from './open-bucket.ts';

/** A generation that no object has. */
const ELSE = '1';

/**
 * Writes to an object of its own whose conditions do not hold, before anything else is written to another server than Google's: one
 * that knows no conditions takes the write and says nothing, and then two runs could both believe that they hold the lock. The name
 * begins with a dot, so it is not a key: if it is left behind, nobody sees it.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(bucket: Bucket): Promise<void> {
  const key = `.gantry-proof-${randomUUID()}`;
  const write = (generation: string) => writeObject(bucket, key, {value: Buffer.from(randomUUID()), generation});
  const made = await write('0');
  if (made === 'conflict') throw unusable(bucket, 'a new object was refused as if it were there already');
  try {
    if ((await write('0')) !== 'conflict')
      throw unusable(bucket, 'it replaced an object that was to be made only if there was none');
    if ((await write(ELSE)) !== 'conflict')
      throw unusable(bucket, 'it replaced another generation than the one that was named');
    if ((await deleteObject(bucket, key, ELSE)) !== 'conflict')
      throw unusable(bucket, 'it deleted another generation than the one that was named');
  } finally {
    await deleteObject(bucket, key, made.version).catch(() => undefined);
  }
}

const unusable = ({name}: Bucket, fact: string): GantryError =>
  new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour ifGenerationMatch: two runs could both believe they hold the lock (${fact})`,
    hint: 'Use Google Cloud Storage, or a server that checks generations on uploads and deletions',
  });
