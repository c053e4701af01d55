/** A kind of object that describes a cluster. Its controller writes the kubeconfig into a Secret in the same namespace. */
export type ClusterKind = {
  readonly group: string;
  readonly kind: string;
  /** The name of the kind in paths. */
  readonly resource: string;
  readonly secretOf: (name: string) => string;
  readonly key: string;
};

/** The kinds whose Secret is known. */
const CLUSTER_KINDS: readonly ClusterKind[] = [
  {
    group: 'kamaji.clastix.io',
    kind: 'TenantControlPlane',
    resource: 'tenantcontrolplanes',
    secretOf: (name) => `${name}-admin-kubeconfig`,
    key: 'admin.conf',
  },
  {
    group: 'cluster.x-k8s.io',
    kind: 'Cluster',
    resource: 'clusters',
    secretOf: (name) => `${name}-kubeconfig`,
    key: 'value',
  },
];

/** Returns the kind of an object that describes a cluster; undefined for every other object. */
export const clusterKindOf = ({apiVersion, kind}: {readonly apiVersion: string; readonly kind: string}) =>
  CLUSTER_KINDS.find((one) => one.kind === kind && apiVersion.startsWith(`${one.group}/`));
