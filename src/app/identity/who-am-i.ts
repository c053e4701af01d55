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
  /** Which level led there: `context.kubeconfig_path`. */
  readonly source: string;
  /** The user of the kubeconfig, where that decides. */
  readonly kubeconfigUser?: string | undefined;
  /** The user's own identity, where the workspace wants it. */
  readonly identity?: (Pick<OidcIdentity, 'issuer' | 'clientId'> & {readonly token: TokenOrigin}) | undefined;
};

/** As whom the cluster of the workspace knows us, by what, and until when. */
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

/** After the cluster has answered: the token that it saw may be a new one. */
async function identityOf(identity: OidcIdentity, deps: Deps): Promise<NonNullable<WhoAmI['identity']>> {
  const {issuer, clientId} = identity;
  return {issuer, clientId, token: await (await deps.logins()).look(identity)};
}
