import type {TrustedWorkspace} from '../../config/documents/workspace-output.ts';
import {readableNamespace} from '../../config/variation/stack-namespace.ts';
import {type FailureCode, GantryError} from '../../core/failure/failure.ts';
import {NO_CLUSTER} from '../../core/workspace/cluster-identity.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {connectCluster} from './connect-cluster.ts';
import {forgetAccounts} from './forget-pin.ts';
import {forgetLastPin} from './last-pin.ts';
import {pinCluster} from './pin.ts';
import {resolveContext} from './resolve-context.ts';
import {named} from './show-workspace.ts';
import {type StackResources, stackResources} from './stack-resources.ts';
import {surroundings} from './surroundings.ts';
import {valuesOf} from './workspace-values.ts';

/** Request of `gantry workspace trust`; without a name the current workspace is meant. */
export type TrustWorkspace = StackRequest & {readonly name?: string};

/**
 * Contacts the cluster that the workspace leads to now, and pins it in place of the one pinned before. Accounts of providers are forgotten:
 * the next run pins the present ones.
 */
export async function trustWorkspace(request: TrustWorkspace, deps: Deps): Promise<TrustedWorkspace> {
  const around = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request: named(request), ...around}, deps);
  if (await forgetsAccounts(request, chosen, deps))
    return {formatVersion: 1, name: chosen.name, from: chosen.from, now: NO_CLUSTER};
  const stack = await stackResources(around.location, chosen, deps);
  const context = await resolveContext({chosen, ...stack}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  refuseGuess(stack, context.values.find(({name}) => name === 'kubeconfig')?.source.kind);
  const access = await connectCluster(context.kubeconfig, deps);
  const cluster = await deps.cluster(access);
  try {
    const {location} = around;
    const namespace = location && readableNamespace(location, valuesOf(chosen));
    const now = await cluster.identify(namespace === undefined ? {} : {namespace});
    const before = await pinCluster({
      ...deps,
      chosen,
      access,
      found: now,
      backend: await backendOf(request, chosen, deps),
    });
    return {formatVersion: 1, name: chosen.name, from: chosen.from, ...defined({before}), now};
  } finally {
    await cluster.close();
  }
}

/** Forgets the accounts of a workspace that is bound to no cluster. The next run binds it again. */
async function forgetsAccounts(request: TrustWorkspace, chosen: ChosenWorkspace, deps: Deps): Promise<boolean> {
  try {
    const isStored = chosen.place === 'backend';
    const backend = await (isStored ? deps.backend() : deps.backendFor(backendRequest(request)));
    return await forgetAccounts({chosen, backend, home: deps.home});
  } catch (error) {
    // A damaged pin, or a backend in a cluster with another identity: the cluster is identified below.
    if (error instanceof GantryError && REPLACED.includes(error.failure.code)) return false;
    throw error;
  }
}

const REPLACED: readonly FailureCode[] = [
  'release/untrusted',
  'release/damaged',
  'release/newer-format',
  'cluster/other',
];

const backendRequest = (request: TrustWorkspace): StackRequest =>
  request.name === undefined ? request : named(request);

/** Returns the backend where runs in that workspace look for its pin: a backend in a cluster is in the cluster of the workspace. */
async function backendOf(request: TrustWorkspace, chosen: ChosenWorkspace, deps: Deps): Promise<Backend> {
  if (chosen.place === 'backend') return deps.backend();
  // The local pin is about to be replaced, and must not prevent opening the backend in the cluster.
  await forgetLastPin(chosen, {name: ''}, deps.home);
  return deps.backendFor(backendRequest(request));
}

/** Refuses ~/.kube/config if the stack is unreadable: it counts only if no resource names another kubeconfig. */
function refuseGuess({unread}: StackResources, kind: string | undefined): void {
  if (unread !== undefined && kind === 'default') throw new GantryError(unread.failure, {cause: unread});
}
