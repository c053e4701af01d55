import {GantryError} from '../../../core/failure/failure.ts';
import {checkFolder, checkKey} from '../../../core/release/check-key.ts';
import {onceSuccessful} from '../../../lib/once-successful.ts';
import type {Backend} from '../../../ports/backend.ts';
import {openOssBucket} from './open-bucket.ts';
import type {OssConfig} from './oss-config.ts';
import type {OssOptions} from './oss-options.ts';
import {ossVersions} from './oss-versions.ts';
import {proveNoVersioning} from './prove-no-versioning.ts';
import {openRegister} from './register.ts';

/**
 * Opens a bucket of Alibaba Cloud OSS as a backend. OSS has only one condition, to create an object only if it does not exist.
 * Each key is therefore a register of numbered versions. Before its first write, each process proves that the bucket honours the
 * condition. Reads need no write permission.
 * @throws GantryError 'input/usage' for an endpoint without TLS or an unknown region; nothing is sent
 */
export async function ossBackend(config: OssConfig, options: OssOptions): Promise<Backend> {
  const bucket = openOssBucket(config, options);
  const versions = ossVersions(bucket);
  const register = openRegister(versions);
  const proof = onceSuccessful(() => proveNoVersioning(bucket, versions));
  const proven = (key: string): Promise<void> =>
    proof().catch((error: unknown) => {
      throw about(`${bucket.bucket}/${bucket.root}${key}`, error);
    });
  return {
    name: bucket.name,
    get: async (key) => register.get(checkKey(key)),
    put: async (key, value, expected) => {
      checkKey(key);
      await proven(key);
      return register.put(key, value, expected);
    },
    delete: async (key, expected) => {
      checkKey(key);
      await proven(key);
      return register.delete(key, expected);
    },
    list: async (prefix) => {
      checkFolder(prefix);
      return register.list(prefix);
    },
  };
}

/** Returns the error with the object to write instead of the proof object before it, if a write was denied. */
const about = (on: string, error: unknown): unknown =>
  error instanceof GantryError && error.failure.code === 'backend/denied'
    ? new GantryError({...error.failure, on}, {cause: error})
    : error;
