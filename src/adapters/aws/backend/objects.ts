import {GantryError} from '../../../core/failure/failure.ts';
import {settleWrite} from '../../../lib/settle-write.ts';
import {isConflict, isMissingKey} from './conflicts.ts';
import type {Bucket, Sending} from './open-bucket.ts';
import {isMadeBy, type StoredObject} from './stored-object.ts';

/** An object that was read. `version` is its ETag, which conditional writes compare. */
export type FoundObject = StoredObject & {readonly version: string};

/** The condition of a write: `If-None-Match: *`, or `If-Match: version`. */
export type Condition = {readonly absent: true} | {readonly version: string};

/** Reads an object. Undefined if no object has the key. @throws GantryError for any other refusal */
export async function readObject(bucket: Bucket, key: string): Promise<FoundObject | undefined> {
  const sending: Sending<FoundObject> = {
    // Without list permission, S3 gives the same response for a key that does not exist.
    action: 's3:GetObject (or s3:ListBucket)',
    key,
    send: async (client, abortSignal) => {
      const {Body, ETag, Metadata} = await client.send(new bucket.sdk.GetObjectCommand(bucket.at(key)), {abortSignal});
      const body = (await Body?.transformToByteArray()) ?? new Uint8Array();
      return {body, metadata: Metadata ?? {}, version: versionOf(bucket, ETag)};
    },
  };
  const attempted = await bucket.attempt(sending);
  if ('answer' in attempted) return attempted.answer;
  if (isMissingKey(attempted.reply.code)) return undefined;
  throw bucket.failure(sending, attempted);
}

/**
 * Writes conditionally. A conflict after an attempt without a response may be a conflict with that attempt. The id in the
 * object's metadata identifies its write, even if another writer wrote the same bytes.
 */
export async function writeObject(
  bucket: Bucket,
  key: string,
  {object, condition}: {readonly object: StoredObject; readonly condition: Condition},
): Promise<{readonly version: string} | 'conflict'> {
  const {PutObjectCommand} = bucket.sdk;
  const command = {
    ...bucket.at(key),
    Body: object.body,
    ContentType: key.endsWith('.json') ? 'application/json' : 'application/octet-stream',
    Metadata: {...object.metadata},
    ...encrypted(bucket),
    ...('absent' in condition ? {IfNoneMatch: '*'} : {IfMatch: condition.version}),
  };
  const sending: Sending<{version: string}> = {
    action: 's3:PutObject',
    key,
    bytes: object.body.length,
    send: async (client, abortSignal) => {
      const {ETag} = await client.send(new PutObjectCommand(command), {abortSignal});
      return {version: versionOf(bucket, ETag)};
    },
  };
  return settleWrite({
    creates: 'absent' in condition,
    send: async () => {
      const attempted = await bucket.attempt(sending);
      if ('answer' in attempted) return attempted.answer;
      if (!isConflict(attempted.reply)) throw bucket.failure(sending, attempted);
      return {doubtful: attempted.doubtful};
    },
    find: async () => {
      const found = await readObject(bucket, key);
      return found && {version: found.version, isOurs: isMadeBy(found.metadata, object)};
    },
  });
}

/**
 * Returns the ETag. An empty ETag is an error, because the SDK leaves out an empty If-Match, and the next write would have no
 * condition.
 */
function versionOf({name}: Bucket, tag: string | undefined): string {
  if (tag) return tag;
  throw new GantryError({
    code: 'backend/unusable',
    backend: name,
    problem: 'its response has no ETag, so versions of an object cannot be distinguished',
    hint: 'Check the proxies between this machine and the bucket: some proxies remove the ETag',
  });
}

function encrypted({encryption}: Bucket) {
  if (encryption === undefined) return {};
  const keyId = encryption.algorithm === 'aws:kms' ? encryption.keyId : undefined;
  return {ServerSideEncryption: encryption.algorithm, SSEKMSKeyId: keyId};
}

/**
 * Deletes an object in one version. Call this only if the endpoint honours the condition (see `proveConditions`). Otherwise it
 * would delete any version.
 */
export async function deleteObject(bucket: Bucket, key: string, version: string): Promise<'deleted' | 'conflict'> {
  const sending: Sending<'deleted'> = {
    action: 's3:DeleteObject',
    key,
    send: async (client, abortSignal) => {
      await client.send(new bucket.sdk.DeleteObjectCommand({...bucket.at(key), IfMatch: version}), {abortSignal});
      return 'deleted';
    },
  };
  const attempted = await bucket.attempt(sending);
  if ('answer' in attempted) return attempted.answer;
  if (!isConflict(attempted.reply)) throw bucket.failure(sending, attempted);
  // An earlier attempt without a response, or another client, deleted it.
  return attempted.doubtful && (await readObject(bucket, key)) === undefined ? 'deleted' : 'conflict';
}
