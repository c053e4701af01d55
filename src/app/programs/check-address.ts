import {GantryError} from '../../core/failure/failure.ts';
import {sameServer} from '../../core/workspace/same-server.ts';
import type {Deps} from '../deps.ts';
import {checkPin, pinOf} from '../workspace/pin.ts';
import {whereWorkspacesLie} from '../workspace/where-workspaces-lie.ts';
import type {ProgramContext} from './open-context.ts';

/**
 * A kubeconfig that leads to the address at which the workspace's cluster was seen is taken without a word to it: programs start at
 * once. At another address it is asked who it is.
 * @throws GantryError 'cluster/other'
 */
export async function checkAddress(
  {chosen, kubeconfig}: Pick<ProgramContext, 'chosen' | 'kubeconfig'>,
  server: string,
  deps: Deps,
): Promise<void> {
  const {backend} = await whereWorkspacesLie(deps);
  // What a cluster itself says of who it is proves nothing.
  if (backend.namespace !== undefined) return;
  const identities = (await pinned(chosen, backend, deps))?.identities ?? [];
  if (identities.length === 0 || identities.some((known) => sameServer(known.server, server))) return;
  const runtime = await deps.runtime(await deps.connect(kubeconfig));
  try {
    const namespace = identities.find((known) => known.namespace !== undefined)?.namespace;
    const found = await runtime.identify(namespace === undefined ? {} : {namespace});
    await checkPin({chosen, found, backend, clock: deps.clock});
  } finally {
    await runtime.close();
  }
}

/** Who has nothing but kubectl to mend the cluster with must not be kept from it by a backend that does not answer. */
async function pinned(...[chosen, backend, deps]: [...Parameters<typeof pinOf>, Deps]): ReturnType<typeof pinOf> {
  try {
    return await pinOf(chosen, backend);
  } catch (error) {
    if (!(error instanceof GantryError) || !error.failure.code.startsWith('backend/')) throw error;
    const message = `${backend.name} does not say which cluster belongs to the workspace ${chosen.name}: this was not checked`;
    deps.onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/unchecked', message}});
    return undefined;
  }
}
