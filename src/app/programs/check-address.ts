import {GantryError} from '../../core/failure/failure.ts';
import {sameServer} from '../../core/workspace/same-server.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {checkPin, pinOf} from '../workspace/pin.ts';
import {whereWorkspacesLie} from '../workspace/where-workspaces-lie.ts';
import type {ProgramContext} from './open-context.ts';

/** `unbound`: no command has reached the cluster of the workspace yet; `backend`: where its identity is to be kept. */
export type CheckedAddress = {readonly is: 'bound' | 'unchecked'} | {readonly is: 'unbound'; readonly backend: Backend};

/**
 * Compares the address of a kubeconfig with those at which the workspace's cluster was seen. At a known address the cluster is not
 * contacted, so that programs start at once. At another address it is asked for its identity.
 * @throws GantryError 'cluster/other'
 */
export async function checkAddress(
  {chosen, kubeconfig}: Pick<ProgramContext, 'chosen' | 'kubeconfig'>,
  server: string,
  deps: Deps,
): Promise<CheckedAddress> {
  const {backend, unasked} = await whereWorkspacesLie(deps);
  // What a cluster itself says of who it is proves nothing.
  if (backend.namespace !== undefined || unasked !== undefined) return {is: 'unchecked'};
  const found = await pinned(chosen, backend, deps);
  if (found === 'unanswered') return {is: 'unchecked'};
  const identities = found?.identities ?? [];
  if (identities.length === 0) return {is: 'unbound', backend};
  if (identities.some((known) => sameServer(known.server, server))) return {is: 'bound'};
  const runtime = await deps.runtime(await deps.connect(kubeconfig));
  try {
    const namespace = identities.find((known) => known.namespace !== undefined)?.namespace;
    const reached = await runtime.identify(namespace === undefined ? {} : {namespace});
    await checkPin({chosen, found: reached, backend, clock: deps.clock, onEvent: deps.onEvent});
  } finally {
    await runtime.close();
  }
  return {is: 'bound'};
}

/** Who has nothing but kubectl to mend the cluster with must not be kept from it by a backend that does not answer. */
async function pinned(
  ...[chosen, backend, deps]: [...Parameters<typeof pinOf>, Deps]
): Promise<Awaited<ReturnType<typeof pinOf>> | 'unanswered'> {
  try {
    return await pinOf(chosen, backend);
  } catch (error) {
    if (!(error instanceof GantryError) || !error.failure.code.startsWith('backend/')) throw error;
    const message = `${backend.name} does not say which cluster belongs to the workspace ${chosen.name}: this was not checked`;
    deps.onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/unchecked', message}});
    return 'unanswered';
  }
}
