import {type ChildEnvironment, INHERITED} from '../../core/workspace/child-environment.ts';
import type {SecretStore} from '../../ports/secret-store.ts';
import {type SecretStoreConfig, secretStoreOf} from '../../registry/secret-stores.ts';
import {neverAsksMetadata} from '../trust/never-asks-metadata.ts';
import {requireConsent} from '../trust/require-consent.ts';
import {type StoreContext, storeConfig} from './store-config-of.ts';

/**
 * Opens a secret store as a file declares it. Every opened store passes here, so that no store of others is used without consent.
 * @throws GantryError `input/usage` for what is wrong with the declaration; `workspace/not-allowed`
 */
export async function openStore(world: StoreContext): Promise<SecretStore> {
  if (world.chosen !== undefined) await requireConsent(world.chosen, world.deps);
  const config = await storeConfig(world);
  const besideMetadata = world.chosen !== undefined && (await neverAsksMetadata(world.chosen, world.deps));
  return world.deps.secretStore(config, await environmentOf(config, world), besideMetadata);
}

/** Returns the provider keys that its kind logs in with. Keys that are in the store itself are left out. */
async function environmentOf(
  config: SecretStoreConfig,
  {chosen, name, via, deps}: StoreContext,
): Promise<ChildEnvironment> {
  const provider = secretStoreOf(config).logsInWith;
  if (provider === undefined || chosen === undefined) return INHERITED;
  return deps.workspaceOf.environment({chosen, only: [provider], except: name, via}, deps);
}
