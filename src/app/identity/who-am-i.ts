import type {OidcIdentity} from '../../core/workspace/oidc-identity.ts';
import type {Account} from '../../ports/access.ts';
import type {TokenOrigin} from '../../ports/logins.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import type {ChosenFrom} from '../workspace/chosen-workspace.ts';
import {atCluster} from './at-cluster.ts';

/** The answer of `gantry whoami`. */
export type WhoAmI = Account & {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly from: ChosenFrom;
  readonly server: string;
  /** The level that provided the kubeconfig: `context.kubeconfig_path`. */
  readonly source: string;
  /** The user of the kubeconfig, if that user is authenticated. */
  readonly kubeconfigUser?: string | undefined;
  /** The user's own identity, if the workspace requires it. */
  readonly identity?: (Pick<OidcIdentity, 'issuer' | 'clientId'> & {readonly token: TokenOrigin}) | undefined;
};

/** Returns the identity of the user in the cluster of the workspace, its source and its expiry. */
export function whoAmI(request: StackRequest, deps: Deps): Promise<WhoAmI> {
  return atCluster(request, deps, async ({context, access, cluster}) => {
    const {chosen, kubeconfig} = context;
    const account = await cluster.access.account();
    const identity = kubeconfig.identity && (await identityOf(kubeconfig.identity, deps));
    const {server, userName} = access;
    return {
      formatVersion: 1,
      workspace: chosen.name,
      from: chosen.from,
      server,
      source: kubeconfig.field,
      kubeconfigUser: userName,
      ...account,
      identity,
    };
  });
}

/** Reads the identity after the cluster has answered, because the token may have been renewed for that request. */
async function identityOf(identity: OidcIdentity, deps: Deps): Promise<NonNullable<WhoAmI['identity']>> {
  const {issuer, clientId} = identity;
  return {issuer, clientId, token: await (await deps.logins()).look(identity)};
}
