import {GantryError} from '../../core/failure/failure.ts';
import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {resolveIdentity} from '../workspace/resolve-identity.ts';
import {looseSurroundings} from '../workspace/surroundings.ts';

/**
 * Returns the users' own identity of the current workspace. It does not look for the cluster, so that a login is possible before the
 * kubeconfig can be read.
 * @throws GantryError 'input/usage' for a workspace that has none
 */
export async function workspaceIdentity(
  request: StackRequest,
  deps: Deps,
): Promise<{readonly chosen: ChosenWorkspace; readonly identity: OidcIdentity}> {
  const around = await looseSurroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  const identity = await resolveIdentity({chosen, via: []}, deps);
  if (identity !== undefined) return {chosen, identity};
  throw new GantryError({
    code: 'input/usage',
    message: `the workspace "${chosen.name}" has no identity: its kubeconfig determines your user`,
    hint: 'Add identity: {oidc: {issuer, clientId}} to the workspace, or run "gantry whoami" to see your user.',
  });
}
