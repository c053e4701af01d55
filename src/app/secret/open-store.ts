import type {SecretStore} from '../../ports/secret-store.ts';
import {type StoreWorld, storeConfig} from './store-config-of.ts';

/**
 * Opens a secret store as a file declares it.
 * @throws GantryError `input/usage` for what is wrong with the declaration
 */
export const openStore = async (world: StoreWorld): Promise<SecretStore> =>
  world.deps.secretStore(await storeConfig(world));
