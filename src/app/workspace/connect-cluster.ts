import {expiryWarning} from '../../core/workspace/credential-expiry.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';

/** Connects to a workspace's cluster, with a warning about a credential that expires soon. */
export async function connectCluster(source: KubeconfigSource, deps: Deps): Promise<ClusterAccess> {
  const access = await deps.connect(source);
  const {workspace} = source;
  const diagnostic = expiryWarning(access.expires, {workspace, server: access.server, now: deps.clock.now()});
  if (diagnostic !== undefined) deps.onEvent({type: 'diagnostic', diagnostic});
  return access;
}
