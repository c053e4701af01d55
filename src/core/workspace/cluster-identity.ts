import {createHash} from 'node:crypto';

/** Which cluster was reached, and how that was found out. Pinned per workspace, recorded in each release. */
export type ClusterIdentity = {
  readonly server: string;
  readonly identity: string;
  readonly method: 'kube-system-uid' | 'namespace-uid' | 'server-and-ca';
  /** The namespace whose uid it is, for `namespace-uid`: stacks of one workspace may live in several. */
  readonly namespace?: string;
  readonly version: string;
};

/** As a plan shows it: told apart from other clusters as well, and of no use to a server that pretends to be the cluster. */
export const shownIdentity = (cluster: ClusterIdentity): ClusterIdentity => ({
  ...cluster,
  identity: createHash('sha256').update(cluster.identity, 'utf8').digest('hex').slice(0, 32),
});

/** Two contacts with the same cluster. The address and version may move; what the identity is taken from may not. */
export const sameCluster = (a: ClusterIdentity, b: ClusterIdentity): boolean =>
  a.identity === b.identity && sameEvidence(a, b);

/** Both were found in the same way, so that different values mean different clusters. */
export const sameEvidence = (a: ClusterIdentity, b: ClusterIdentity): boolean =>
  a.method === b.method && a.namespace === b.namespace;

/** For messages: `https://10.0.0.1:6443 (kube-system-uid 4f0c…)`. */
export const describeCluster = ({server, method, namespace, identity}: ClusterIdentity): string =>
  `${server} (${method}${namespace === undefined ? '' : ` of ${namespace}`} ${identity})`;
