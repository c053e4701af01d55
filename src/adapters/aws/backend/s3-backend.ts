import {GantryError} from '../../../core/failure/failure.ts';
import {checkKey} from '../../../core/release/check-key.ts';
import type {Backend} from '../../../ports/backend.ts';
import {listKeys} from './list-keys.ts';
import {type Condition, deleteObject, readObject, writeObject} from './objects.ts';
import {type Bucket, openBucket, type S3Options} from './open-bucket.ts';
import {type Abilities, proveConditions} from './prove-conditions.ts';
import {rememberedOr} from './remembered.ts';
import type {S3Config} from './s3-config.ts';
import {isMadeBy, objectOf, type StoredObject, tombstone, valueOf} from './stored-object.ts';

/**
 * A bucket as a backend: a key is an object, its version the ETag, which is not looked into. Compare-and-set is If-None-Match and
 * If-Match; before its first write each process proves that the endpoint honours them. Reading needs no right to write.
 * @throws GantryError 'input/usage' for an endpoint without TLS and where no region is known; nothing is sent
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
      proof = undefined; // It may have been the network.
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
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      if (folder !== '') checkKey(folder.slice(0, -1));
      return listKeys(bucket, prefix);
    },
  };
}

/** Who may not write is told of what was to be written, not of the proof before it. */
const about = (key: string, error: unknown, {at}: Bucket): unknown => {
  if (!(error instanceof GantryError) || error.failure.code !== 'backend/denied') return error;
  const {Bucket: name, Key} = at(key);
  return new GantryError({...error.failure, on: `${name}/${Key}`}, {cause: error});
};

/** More than anybody deletes a key again while it is made. */
const MOST_TRIES = 10;

/**
 * An object without a value is none for those who ask the backend, and one for the endpoint: it is replaced, if it still is
 * there. A conflict is told only where another's value was seen: what was made here and deleted by another before its answer
 * could be found is no conflict, and made again.
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
 * Where the endpoint ignores the condition of a delete (MinIO does), a delete could take away what another wrote in between,
 * however soon it follows a look, and however late it arrives. So there nothing is ever deleted: the value is replaced, on
 * condition, by an object without a byte, which stays. Both kinds of clients can work on one bucket.
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
