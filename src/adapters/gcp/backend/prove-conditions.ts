import {randomUUID} from 'node:crypto';
import {PROOF_PREFIX} from '../../../core/backend/access-rules.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {deleteObject, writeObject} from './objects.ts';
import type {Bucket} from './open-bucket.ts';

/** A generation that no object has. */
const ELSE = '1';

/**
 * Proves that a server other than Google's honours conditions, before anything else is written there. Writes with unmet
 * conditions to an object of its own: a server without conditions accepts such a write silently, and two runs could hold the lock
 * at the same time. The name of the object begins with a dot, so it is not a key and is never seen if it remains.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(bucket: Bucket): Promise<void> {
  const key = `${PROOF_PREFIX}${randomUUID()}`;
  const write = (generation: string) => writeObject(bucket, key, {value: Buffer.from(randomUUID()), generation});
  const made = await write('0');
  if (made === 'conflict') throw unusable(bucket, 'it refused a new object as existing');
  try {
    if ((await write('0')) !== 'conflict')
      throw unusable(bucket, 'it replaced an existing object despite the condition that none exists');
    if ((await write(ELSE)) !== 'conflict')
      throw unusable(bucket, 'it replaced a generation that differs from the condition');
    if ((await deleteObject(bucket, key, ELSE)) !== 'conflict')
      throw unusable(bucket, 'it deleted a generation that differs from the condition');
  } finally {
    await deleteObject(bucket, key, made.version).catch(() => undefined);
  }
}

const unusable = ({name}: Bucket, fact: string): GantryError =>
  new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour ifGenerationMatch, so two runs could hold the lock at the same time (${fact})`,
    hint: 'Use Google Cloud Storage, or a server that checks generations on uploads and deletions',
  });
