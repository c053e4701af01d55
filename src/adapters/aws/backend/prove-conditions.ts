import {randomUUID} from 'node:crypto';
import {PROOF_PREFIX} from '../../../core/backend/access-rules.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {writeObject} from './objects.ts';
import type {Bucket, Sending} from './open-bucket.ts';
import {objectOf} from './stored-object.ts';

/** The optional features of an endpoint. Conditional writes are required, so they are not listed. */
export type Abilities = {readonly conditionalDelete: boolean};

const ELSE = '"00000000000000000000000000000000"';

/**
 * Proves that an endpoint honours conditions, before anything else is written. Writes with unmet conditions to an object of its
 * own: an endpoint without conditions accepts such a write silently, and two runs could hold the lock at the same time. The name
 * of the object begins with a dot, so it is not a key and is never seen if it remains.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(bucket: Bucket): Promise<Abilities> {
  const key = `${PROOF_PREFIX}${randomUUID()}`;
  const write = (condition: {readonly absent: true} | {readonly version: string}) =>
    writeObject(bucket, key, {object: objectOf(new TextEncoder().encode(randomUUID())), condition});
  try {
    const made = await understood(bucket, write({absent: true}));
    if (made === 'conflict') throw unusable(bucket, 'it refused a new object as existing');
    if ((await understood(bucket, write({absent: true}))) !== 'conflict')
      throw unusable(bucket, 'it replaced an existing object despite If-None-Match');
    if ((await understood(bucket, write({version: ELSE}))) !== 'conflict')
      throw unusable(bucket, 'it replaced a version that differs from If-Match');
    if ((await understood(bucket, write({version: made.version}))) === 'conflict')
      throw unusable(bucket, 'it did not replace the version in If-Match');
    return {conditionalDelete: await refusesDelete(bucket, key)};
  } finally {
    await remove(bucket, key);
  }
}

function unusable({name}: Bucket, fact: string): GantryError {
  return new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour conditional writes, so two runs could hold the lock at the same time (${fact})`,
    hint: 'Use a store that does (a current version of Amazon S3, MinIO, Ceph or R2), or update this one',
  });
}

/**
 * Waits for a conditional write.
 * @throws GantryError 'backend/unusable' if the server does not implement conditional writes
 */
async function understood<T>(bucket: Bucket, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const {cause} = error instanceof GantryError ? error : {};
    if (cause instanceof Error && cause.name === 'NotImplemented')
      throw unusable(bucket, 'it reports them as not implemented');
    throw error;
  }
}

/**
 * Reports whether the endpoint refuses a conditional delete. Any other response counts as no. Deletions are then written as
 * tombstones (see `remove` of the backend).
 */
async function refusesDelete(bucket: Bucket, key: string): Promise<boolean> {
  const attempted = await bucket.attempt(deletion(bucket, key, ELSE));
  return 'reply' in attempted && attempted.reply.status === 412;
}

/** Removes the object. Without delete permission, an invisible object remains. */
async function remove(bucket: Bucket, key: string): Promise<void> {
  await bucket.attempt(deletion(bucket, key));
}

const deletion = (bucket: Bucket, key: string, version?: string): Sending<unknown> => ({
  action: 's3:DeleteObject',
  key,
  send: (client, abortSignal) =>
    client.send(new bucket.sdk.DeleteObjectCommand({...bucket.at(key), IfMatch: version}), {abortSignal}),
});
