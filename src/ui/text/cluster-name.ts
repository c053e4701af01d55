import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';

/** Returns the address and the version of a cluster; `none` for a stack that contacts none. */
export const clusterName = ({
  method,
  server,
  version,
}: Pick<ClusterIdentity, 'method' | 'server' | 'version'>): string =>
  method === 'no-cluster' ? 'none' : `${server}, ${version}`;
