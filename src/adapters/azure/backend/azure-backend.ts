import {checkFolder, checkKey} from '../../../core/release/check-key.ts';
import {onceSuccessful} from '../../../lib/once-successful.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {AzureBackendConfig} from './azure-config.ts';
import {deleteBlob, isEtag, readBlob, writeBlob} from './blobs.ts';
import {listKeys} from './list-keys.ts';
import {type AzureBackendOptions, openContainer} from './open-container.ts';
import {proveConditions} from './prove-conditions.ts';

/**
 * Opens a container of Azure Blob Storage as a backend. A key is a blob, and its version is the ETag. Compare-and-set uses
 * If-Match, or If-None-Match with `*` for a new blob, which Azure always honours. For another server, this is proven before the
 * first write.
 * @throws GantryError 'input/usage' for an endpoint without TLS or a missing storage account; nothing is sent
 */
export function azureBackend(config: AzureBackendConfig, options: AzureBackendOptions): Backend {
  const container = openContainer(config, options);
  const proven = onceSuccessful(async () => (container.isForeign ? proveConditions(container) : undefined));
  return {
    name: container.name,
    get: async (key) => readBlob(container, checkKey(key)),
    put: async (key, value, expected) => {
      checkKey(key);
      await proven();
      if (expected !== undefined && !isEtag(expected)) return 'conflict';
      return writeBlob(container, key, {value, replaces: expected});
    },
    delete: async (key, expected) => {
      checkKey(key);
      await proven();
      return isEtag(expected) ? deleteBlob(container, key, expected) : 'conflict';
    },
    list: async (prefix) => {
      checkFolder(prefix);
      return listKeys(container, prefix);
    },
  };
}
