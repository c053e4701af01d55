import {GantryError} from '../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {Deps} from '../deps.ts';

/**
 * Refuses a kubeconfig, a login or shell variables for later use if they lead to a sandbox that ends with this process.
 * @throws GantryError 'sandbox/not-served'
 */
export async function refuseUnserved({from}: KubeconfigSource, deps: Pick<Deps, 'sandboxes'>): Promise<void> {
  if (from.kind !== 'sandbox') return;
  const {served} = await (await deps.sandboxes()).status(from.name);
  if (served === undefined) throw new GantryError({code: 'sandbox/not-served', name: from.name});
}
