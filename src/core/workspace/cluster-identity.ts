import {sha256} from '../../lib/sha256.ts';

/** The identity of a cluster and the method that determined it. It is pinned for each workspace and recorded in each release. */
export type ClusterIdentity = {
  readonly server: string;
  readonly identity: string;
  readonly method: 'kube-system-uid' | 'namespace-uid' | 'server-and-ca' | 'no-cluster';
  /** The namespace whose uid is the identity, for `namespace-uid`. Stacks of a workspace may be in several namespaces. */
  readonly namespace?: string;
  readonly version: string;
};

/** The cluster of a stack without Kubernetes resources, which contacts none. */
export const NO_CLUSTER: ClusterIdentity = {server: 'none', identity: 'none', method: 'no-cluster', version: 'none'};

/** Returns the identity for a plan: it still differs between clusters, but does not help a server to impersonate the cluster. */
export const shownIdentity = (cluster: ClusterIdentity): ClusterIdentity => ({
  ...cluster,
  identity: sha256(cluster.identity).slice(0, 32),
});

/** Reports whether two identities belong to the same cluster. Address and version may differ. */
export const sameCluster = (a: ClusterIdentity, b: ClusterIdentity): boolean =>
  a.identity === b.identity && sameEvidence(a, b);

/** Reports whether both identities have the same method, so that different values mean different clusters. */
export const sameEvidence = (a: ClusterIdentity, b: ClusterIdentity): boolean =>
  a.method === b.method && a.namespace === b.namespace;

/** Returns a cluster for messages: `https://10.0.0.1:6443 (kube-system-uid 4f0c…)`. */
export const describeCluster = ({server, method, namespace, identity}: ClusterIdentity): string =>
  `${server} (${method}${namespace === undefined ? '' : ` of ${namespace}`} ${identity})`;
