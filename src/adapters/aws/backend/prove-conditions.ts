import {randomUUID} from 'node:crypto';
import {GantryError} from '../../../core/failure/failure.ts';
import {writeObject} from './objects.ts';
import type {Bucket, Sending} from './open-bucket.ts';
import {objectOf} from './stored-object.ts';

/** What an endpoint can do. That it honours conditions of writes is no question: without that nobody may write. */
export type Abilities = {readonly conditionalDelete: boolean};

const ELSE = '"00000000000000000000000000000000"';

/**
 * Writes to an object of its own whose conditions do not hold, before anything else is written: an endpoint that knows no
 * conditions takes the write and says nothing, and then two runs could both believe that they hold the lock. The name
 * begins with a dot, so it is not a key: if it is left behind, nobody sees it.
 * @throws GantryError 'backend/unusable'
 */
export async function proveConditions(bucket: Bucket): Promise<Abilities> {
  const key = `.gantry-proof-${randomUUID()}`;
  const write = (condition: {readonly absent: true} | {readonly version: string}) =>
    writeObject(bucket, key, {object: objectOf(new TextEncoder().encode(randomUUID())), condition});
  try {
    const made = await understood(bucket, write({absent: true}));
    if (made === 'conflict') throw unusable(bucket, 'a new object was refused as if it were there already');
    if ((await understood(bucket, write({absent: true}))) !== 'conflict')
      throw unusable(bucket, 'it replaced an object that was to be made only if there was none (If-None-Match)');
    if ((await understood(bucket, write({version: ELSE}))) !== 'conflict')
      throw unusable(bucket, 'it replaced another version than the one that was named (If-Match)');
    if ((await understood(bucket, write({version: made.version}))) === 'conflict')
      throw unusable(bucket, 'it did not replace the very version that was named (If-Match)');
    return {conditionalDelete: await refusesDelete(bucket, key)};
  } finally {
    await remove(bucket, key);
  }
}

function unusable({name}: Bucket, fact: string): GantryError {
  return new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: `this endpoint does not honour conditional writes: two runs could both believe they hold the lock (${fact})`,
    hint: 'Use a store that does (Amazon S3, MinIO, Ceph, R2 in a current version), or update this one',
  });
}

/** Some servers say that they do not know the header. */
async function understood<T>(bucket: Bucket, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const {cause} = error instanceof GantryError ? error : {};
    if (cause instanceof Error && cause.name === 'NotImplemented')
      throw unusable(bucket, 'it says that it has not implemented them');
    throw error;
  }
}

/** Anything but a plain refusal of the condition is a no: then deletions are written, not done (see `remove` of the backend). */
async function refusesDelete(bucket: Bucket, key: string): Promise<boolean> {
  const attempted = await bucket.attempt(deletion(bucket, key, ELSE));
  return 'reply' in attempted && attempted.reply.status === 412;
}

/** It may not be allowed to delete: then an object that no one sees is left. */
async function remove(bucket: Bucket, key: string): Promise<void> {
  await bucket.attempt(deletion(bucket, key));
}

const deletion = (bucket: Bucket, key: string, version?: string): Sending<unknown> => ({
  action: 's3:DeleteObject',
  key,
  send: (client, abortSignal) =>
    client.send(new bucket.sdk.DeleteObjectCommand({...bucket.at(key), IfMatch: version}), {abortSignal}),
});
