import {GantryError} from '../../core/failure/failure.ts';
import {type ClusterPin, ofCluster} from '../../core/workspace/cluster-pin.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {Deps} from '../deps.ts';
import {lastPin, type PinOf} from './last-pin.ts';
import {pinOf} from './pin.ts';
import {UNASKED, workspaceLocations} from './workspace-locations.ts';

/** Returns the kubeconfig of a workspace whose cluster is used for other purposes than a stack, with its pins. */
export async function withPins(chosen: PinOf, kubeconfig: KubeconfigSource, deps: Deps): Promise<KubeconfigSource> {
  const pins = await knownPins(chosen, deps);
  return pins.length === 0 ? kubeconfig : {...kubeconfig, pins};
}

async function knownPins(chosen: PinOf, deps: Deps): Promise<readonly ClusterPin[]> {
  const backend = await answered(async () => (await workspaceLocations(deps)).backend, UNASKED);
  const stored = await answered(() => pinOf(chosen, backend), undefined);
  return [stored, ofCluster(await lastPin(chosen, backend, deps.home))].filter((pin) => pin !== undefined);
}

/** Returns the answer, or a default if the backend does not answer: the pin on this machine still counts. */
async function answered<T, U>(ask: () => Promise<T>, without: U): Promise<T | U> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GantryError) || !error.failure.code.startsWith('backend/')) throw error;
    return without;
  }
}
