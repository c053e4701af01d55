import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {neverAsksMetadata} from '../trust/never-asks-metadata.ts';
import {requireAllowed, requireConsent} from '../trust/require-consent.ts';
import {wantsOfStackContext} from '../trust/wants-of-stack.ts';
import {refuseOtherWays} from '../untrusted/refuse-other-ways.ts';
import {type Await, placeOf} from './awaited-kubeconfig.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';
import {examineContext} from './examine-context.ts';
import {resolveIdentity, trustOf} from './resolve-identity.ts';
import {enter} from './via.ts';

/** A valid context: the kubeconfig, and every value with its provenance. */
export type ResolvedContext = {
  readonly kubeconfig: KubeconfigSource;
  readonly values: readonly ContextValue[];
  readonly warnings: readonly Diagnostic[];
};

/**
 * Resolves the context of a workspace by priority (see core/workspace/resolve-kubeconfig.ts): its references, and the workspaces in
 * between. A kubeconfig on a server is fetched when the connection is opened.
 * @throws GantryError 'context/kubeconfig' if the highest level that is set is broken, or none is set; 'context/value' for another value of
 * the workspace that is needed and not available; 'input/usage' for a cycle
 */
export async function resolveContext(request: ContextRequest, deps: Deps): Promise<ResolvedContext> {
  const {chosen, inSpec} = request;
  await requireConsent(chosen, deps);
  const {kubeconfig, values, warnings} = await examineContext(request, deps);
  if ('broken' in kubeconfig) throw new GantryError(kubeconfig.broken);
  refuseOtherWays({kubeconfig, values});
  await requireAllowed(await wantsOfStackContext(request, {kubeconfig, values}, deps), deps);
  const via = enter(request.via ?? [], called(chosen));
  const kubeconfigOf = async (other: FoundWorkspace): Promise<KubeconfigSource> =>
    (await resolveContext({chosen: other, resources: [], via}, deps)).kubeconfig;
  const identity = await resolveIdentity({chosen, inSpec, via}, deps);
  if (identity !== undefined && 'from' in kubeconfig && kubeconfig.from.kind === 'sandbox') throw noLogin(kubeconfig);
  const trust = trustOf(chosen);
  const source =
    'awaits' in kubeconfig ? await opened({request, awaited: kubeconfig, via, kubeconfigOf}, deps) : kubeconfig;
  return {
    kubeconfig: {
      ...source,
      ...defined({
        identity,
        trust,
        besideMetadata: (await neverAsksMetadata(chosen, deps)) ? (true as const) : undefined,
      }),
    },
    values,
    warnings,
  };
}

/** Returns the error for an identity with a sandbox, whose only token is created for each run. */
function noLogin({workspace, field}: KubeconfigSource): GantryError {
  const problem = 'a sandbox accepts no identity provider: it has one user, which Gantry logs in itself';
  return new GantryError({code: 'context/kubeconfig', workspace, field, problem, hint: 'Remove `identity`.'});
}

/** Names a kubeconfig in a chain. Two workspaces with one name differ by their files. */
const called = ({name, place, file}: FoundWorkspace): string =>
  `the kubeconfig of ${name}${place === 'file' ? ` (${file})` : ''}`;

async function opened(awaiting: Await, deps: Deps): Promise<KubeconfigSource> {
  const {awaits: _, ...source} = awaiting.awaited;
  const from = await placeOf(awaiting, deps);
  return {...source, from, ...defined({use: from.kind === 'remote' ? from.place.use : undefined})};
}
