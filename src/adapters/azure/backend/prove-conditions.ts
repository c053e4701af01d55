import {randomUUID} from 'node:crypto';
import {PROOF_PREFIX} from '../../../core/backend/access-rules.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {deleteBlob, writeBlob} from './blobs.ts';
import type {Container} from './open-container.ts';

/** An ETag that no blob has. */
const ELSE = '"0x8D0000000000000"';

/**
 * Proves that a server other than Azure's honours conditions, before anything else is written there. Writes with unmet conditions
 * to a blob of its own: a server without conditions accepts such a write silently, and two runs could hold the lock at the same
 * time. The name of the blob begins with a dot, so it is not a key and is never seen if it remains.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(container: Container): Promise<void> {
  const key = `${PROOF_PREFIX}${randomUUID()}`;
  const write = (replaces: string | undefined) =>
    writeBlob(container, key, {value: Buffer.from(randomUUID()), replaces});
  const made = await write(undefined);
  if (made === 'conflict') throw unusable(container, 'it refused a new blob as existing');
  try {
    if ((await write(undefined)) !== 'conflict')
      throw unusable(container, 'it replaced an existing blob despite If-None-Match');
    if ((await write(ELSE)) !== 'conflict')
      throw unusable(container, 'it replaced a version that differs from If-Match');
    if ((await deleteBlob(container, key, ELSE)) !== 'conflict')
      throw unusable(container, 'it deleted a version that differs from If-Match');
  } finally {
    await deleteBlob(container, key, made.version).catch(() => undefined);
  }
}

const unusable = ({name}: Container, fact: string): GantryError =>
  new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour If-Match and If-None-Match, so two runs could hold the lock at the same time (${fact})`,
    hint: 'Use Azure Blob Storage, or a server that checks ETags on PUT and DELETE',
  });
