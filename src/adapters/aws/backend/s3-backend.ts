import {GantryError} from '../../../core/failure/failure.ts';
import {checkFolder, checkKey} from '../../../core/release/check-key.ts';
import type {Backend} from '../../../ports/backend.ts';
import {listKeys} from './list-keys.ts';
import {type Condition, deleteObject, readObject, writeObject} from './objects.ts';
import {type Bucket, openBucket, type S3Options} from './open-bucket.ts';
import {type Abilities, proveConditions} from './prove-conditions.ts';
import {rememberedOr} from './remembered.ts';
import type {S3Config} from './s3-config.ts';
import {isMadeBy, objectOf, type StoredObject, tombstone, valueOf} from './stored-object.ts';

/**
 * Opens a bucket as a backend. A key is an object, and its version is the opaque ETag. Compare-and-set uses If-None-Match and
 * If-Match. Before its first write, each process proves that the endpoint honours them. Reads need no write permission.
 * @throws GantryError 'input/usage' for an endpoint without TLS or an unknown region; nothing is sent
 */
export async function s3Backend(config: S3Config, options: S3Options): Promise<Backend> {
  const bucket = await openBucket(config, options);
  let proof: Promise<Abilities> | undefined;
  const proven = async (key: string): Promise<Abilities> => {
    const memory = {cacheDir: options.cacheDir, identity: bucket.identity};
    proof ??= rememberedOr(memory, () => proveConditions(bucket));
    try {
      return await proof;
    } catch (error) {
      proof = undefined; // The cause may be the network.
      throw about(key, error, bucket);
    }
  };
  return {
    name: bucket.name,
    get: async (key) => {
      const found = await readObject(bucket, checkKey(key));
      const value = found && valueOf(found);
      return found && value && {value, version: found.version};
    },
    put: async (key, value, expected) => {
      checkKey(key);
      await proven(key);
      const object = objectOf(value);
      if (expected !== undefined) return writeObject(bucket, key, {object, condition: {version: expected}});
      return createObject(bucket, key, object);
    },
    delete: async (key, expected) => {
      checkKey(key);
      return remove(bucket, key, {version: expected, ...(await proven(key))});
    },
    list: async (prefix) => {
      checkFolder(prefix);
      return listKeys(bucket, prefix);
    },
  };
}

/** Returns the error with the object to write instead of the proof object before it, if a write was denied. */
const about = (key: string, error: unknown, {at}: Bucket): unknown => {
  if (!(error instanceof GantryError) || error.failure.code !== 'backend/denied') return error;
  const {Bucket: name, Key} = at(key);
  return new GantryError({...error.failure, on: `${name}/${Key}`}, {cause: error});
};

/** The maximum number of attempts. It exceeds the deletions of a key during one creation. */
const MOST_TRIES = 10;

/**
 * Creates an object. An object without a value does not exist for the users of the backend, but does for the endpoint, so it is
 * replaced if it still exists. A conflict is reported only if a value of another writer was seen. An object that was created
 * here, and deleted by another writer before the response was found, is not a conflict and is created again.
 */
async function createObject(bucket: Bucket, key: string, object: StoredObject) {
  let condition: Condition = {absent: true};
  for (let tries = 1; ; tries++) {
    const made = await writeObject(bucket, key, {object, condition});
    if (made !== 'conflict') return made;
    const found = await readObject(bucket, key);
    if (found !== undefined && isMadeBy(found.metadata, object)) return {version: found.version};
    if (tries === MOST_TRIES || (found !== undefined && valueOf(found) !== undefined)) return 'conflict';
    condition = found === undefined ? {absent: true} : {version: found.version};
  }
}

/**
 * Deletes an object. If the endpoint ignores the condition of a delete (as MinIO does), a late delete could remove the value of
 * another writer. In that case nothing is deleted: the value is conditionally replaced by an object without bytes, which stays.
 * Both kinds of clients can use the same bucket.
 */
async function remove(
  bucket: Bucket,
  key: string,
  {version, conditionalDelete}: Abilities & {readonly version: string},
): Promise<'deleted' | 'conflict'> {
  if (conditionalDelete) return deleteObject(bucket, key, version);
  const outcome = await writeObject(bucket, key, {object: tombstone(), condition: {version}});
  return outcome === 'conflict' ? 'conflict' : 'deleted';
}
