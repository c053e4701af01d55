import {checkFolder, checkKey} from '../../../core/release/check-key.ts';
import {onceSuccessful} from '../../../lib/once-successful.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {GcsConfig} from './gcs-config.ts';
import {listKeys, requireBucket} from './list-keys.ts';
import {deleteObject, isGeneration, readObject, writeObject} from './objects.ts';
import {type GcsOptions, openBucket} from './open-bucket.ts';
import {proveConditions} from './prove-conditions.ts';

/**
 * Opens a bucket of Google Cloud Storage as a backend. A key is an object, and its version is the generation. Compare-and-set
 * uses ifGenerationMatch (0: no object), which Google always honours. For another server, this is proven before the first write.
 * @throws GantryError 'input/usage' for an endpoint without TLS; nothing is sent
 */
export function gcsBackend(config: GcsConfig, options: GcsOptions): Backend {
  const bucket = openBucket(config, options);
  const proven = onceSuccessful(async () => (bucket.isForeign ? proveConditions(bucket) : undefined));
  const known = onceSuccessful(() => requireBucket(bucket));
  return {
    name: bucket.name,
    get: async (key) => {
      const found = await readObject(bucket, checkKey(key));
      if (found === undefined) await known();
      return found;
    },
    put: async (key, value, expected) => {
      checkKey(key);
      await proven();
      if (expected !== undefined && !isGeneration(expected)) return 'conflict';
      return writeObject(bucket, key, {value, generation: expected ?? '0'});
    },
    delete: async (key, expected) => {
      checkKey(key);
      await proven();
      return isGeneration(expected) ? deleteObject(bucket, key, expected) : 'conflict';
    },
    list: async (prefix) => {
      checkFolder(prefix);
      return listKeys(bucket, prefix);
    },
  };
}
