/** Which cluster was reached, and how that was found out. Pinned per workspace, recorded in each release. */
export type ClusterIdentity = {
  readonly server: string;
  readonly identity: string;
  readonly method: 'kube-system-uid' | 'namespace-uid' | 'server-and-ca';
  readonly version: string;
};

/** Two contacts with the same cluster. The address and version may move; what the identity is taken from may not. */
export const sameCluster = (a: ClusterIdentity, b: ClusterIdentity): boolean =>
  a.identity === b.identity && a.method === b.method;
