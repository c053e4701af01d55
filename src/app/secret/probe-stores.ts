import type {SecretStore} from '../../ports/secret-store.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {Via} from '../workspace/via.ts';
import {type DeclaredStore, MAIN, workspaceStores} from './declared-stores.ts';
import {openStore} from './open-store.ts';
import {readerOf} from './secret-reader.ts';

/** The result of a probe; `because` if the answer proves neither success nor failure. */
export type ProbedStore = {readonly name: string; readonly store: SecretStore; readonly because?: string};

/** A secret name that does not exist. */
const NOBODY = 'gantry-workspace-check';

/** Returns the stores of a workspace by name: `default` is `secretStore`. */
export function storesOf(chosen: FoundWorkspace): ReadonlyMap<string, DeclaredStore> {
  const {main, named} = workspaceStores(chosen);
  return new Map([...(main === undefined ? [] : [[MAIN, main] as const]), ...Object.entries(named)]);
}

/**
 * Asks a store for a secret that does not exist. The answer that it is absent proves the store; any other error may be about that name
 * only.
 * @throws GantryError where the store cannot be opened
 */
export async function probeStore(
  {chosen, name, declared}: {readonly chosen: FoundWorkspace; readonly name: string; readonly declared: DeclaredStore},
  deps: Deps,
): Promise<ProbedStore> {
  const what = name === MAIN ? `the secret store of ${chosen.name}` : `the secret store ${name} of ${chosen.name}`;
  const via: Via = [what];
  const {read} = readerOf(workspaceStores(chosen), deps, via);
  const store = await openStore({...declared, name, what, chosen, via, deps, read});
  const reading = await store.fetch({name: [NOBODY]});
  if (!('because' in reading) || reading.absent === true) return {name, store};
  return {name, store, because: reading.because};
}
