import type {JsonObject} from '../../../core/json.ts';

/** A rule of a role, its lists as words. */
const grant = (group: string, resources: string, verbs: string): JsonObject => ({
  apiGroups: [group],
  resources: resources.split(' '),
  verbs: verbs.split(' '),
});

const READ = 'get list watch';
const WRITE = 'create delete deletecollection patch update';

/** Allows what is no object: health, discovery, metrics. */
const grantPaths = (paths: string, verbs = 'get'): JsonObject => ({
  nonResourceURLs: paths.split(' '),
  verbs: verbs.split(' '),
});

const VIEWER: readonly JsonObject[] = [
  grant(
    '',
    'configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status',
    READ,
  ),
  grant(
    '',
    'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status',
    READ,
  ),
  grant('', 'namespaces', READ),
  grant('discovery.k8s.io', 'endpointslices', READ),
  grant(
    'apps',
    'controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status',
    READ,
  ),
  grant('autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status', READ),
  grant('batch', 'cronjobs cronjobs/status jobs jobs/status', READ),
  grant(
    'extensions',
    'daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale',
    READ,
  ),
  grant('policy', 'poddisruptionbudgets poddisruptionbudgets/status', READ),
  grant('networking.k8s.io', 'ingresses ingresses/status networkpolicies', READ),
  grant('resource.k8s.io', 'resourceclaims resourceclaims/status resourceclaimtemplates', READ),
];

const EDITOR: readonly JsonObject[] = [
  grant('', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy', READ),
  grant('', 'serviceaccounts', 'impersonate'),
  grant('', 'pods pods/attach pods/exec pods/portforward pods/proxy', WRITE),
  grant('', 'pods/eviction', 'create'),
  grant(
    '',
    'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
    WRITE,
  ),
  grant('', 'serviceaccounts/token', 'create'),
  grant(
    'apps',
    'daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale',
    WRITE,
  ),
  grant('autoscaling', 'horizontalpodautoscalers', WRITE),
  grant('batch', 'cronjobs jobs', WRITE),
  grant(
    'extensions',
    'daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale',
    WRITE,
  ),
  grant('policy', 'poddisruptionbudgets', WRITE),
  grant('networking.k8s.io', 'ingresses networkpolicies', WRITE),
  grant('coordination.k8s.io', 'leases', 'create delete deletecollection get list patch update watch'),
  grant('resource.k8s.io', 'resourceclaims resourceclaimtemplates', WRITE),
];

const ADMIN: readonly JsonObject[] = [
  grant('authorization.k8s.io', 'localsubjectaccessreviews', 'create'),
  grant(
    'rbac.authorization.k8s.io',
    'rolebindings roles',
    'create delete deletecollection get list patch update watch',
  ),
];

const AGGREGATE = 'rbac.authorization.k8s.io/aggregate-to-';
const BOOTSTRAPPING = {'kubernetes.io/bootstrapping': 'rbac-defaults'};
const ANNOTATIONS = {'rbac.authorization.kubernetes.io/autoupdate': 'true'};

type Role = {
  readonly name: string;
  readonly into?: string;
  readonly from?: string;
  readonly rules: readonly JsonObject[];
};

/** The roles that people bind, and those of which they are put together; a real cluster has seventy more for its own parts. */
const ROLES: readonly Role[] = [
  {name: 'cluster-admin', rules: [grant('*', '*', '*'), grantPaths('*', '*')]},
  {name: 'system:aggregate-to-admin', into: 'admin', rules: ADMIN},
  {name: 'system:aggregate-to-edit', into: 'edit', rules: EDITOR},
  {name: 'system:aggregate-to-view', into: 'view', rules: VIEWER},
  {name: 'admin', from: 'admin', rules: [...EDITOR, ...VIEWER, ...ADMIN]},
  {name: 'edit', from: 'edit', into: 'admin', rules: [...EDITOR, ...VIEWER]},
  {name: 'view', from: 'view', into: 'edit', rules: VIEWER},
  {
    name: 'system:auth-delegator',
    rules: [
      grant('authentication.k8s.io', 'tokenreviews', 'create'),
      grant('authorization.k8s.io', 'subjectaccessreviews', 'create'),
    ],
  },
  {
    name: 'system:basic-user',
    rules: [
      grant('authorization.k8s.io', 'selfsubjectaccessreviews selfsubjectrulesreviews', 'create'),
      grant('authentication.k8s.io', 'selfsubjectreviews', 'create'),
    ],
  },
  {
    name: 'system:discovery',
    rules: [grantPaths('/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/')],
  },
  {
    name: 'system:monitoring',
    rules: [
      grantPaths('/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*'),
      grant('', 'nodes/metrics', 'get'),
    ],
  },
  {name: 'system:public-info-viewer', rules: [grantPaths('/healthz /livez /readyz /version /version/')]},
];

const GROUP = 'rbac.authorization.k8s.io';

/** ClusterRoles that a real server creates at its start (bootstrap policy of RBAC). */
export const INITIAL_ROLES: readonly JsonObject[] = ROLES.map(({name, into, from, rules}) => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRole',
  metadata: {
    name,
    labels: {...BOOTSTRAPPING, ...(into === undefined ? {} : {[`${AGGREGATE}${into}`]: 'true'})},
    annotations: ANNOTATIONS,
  },
  ...(from === undefined
    ? {}
    : {aggregationRule: {clusterRoleSelectors: [{matchLabels: {[`${AGGREGATE}${from}`]: 'true'}}]}}),
  rules,
}));

/** To whom they are given: groups, by the role. */
const BOUND: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['system:masters'],
  'system:basic-user': ['system:authenticated'],
  'system:discovery': ['system:authenticated'],
  'system:monitoring': ['system:monitoring'],
  'system:public-info-viewer': ['system:authenticated', 'system:unauthenticated'],
};

/** ClusterRoleBindings that a real server creates at its start, to groups. */
export const INITIAL_BINDINGS: readonly JsonObject[] = Object.entries(BOUND).map(([name, groups]) => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: {name, labels: BOOTSTRAPPING, annotations: ANNOTATIONS},
  roleRef: {apiGroup: GROUP, kind: 'ClusterRole', name},
  subjects: groups.map((group) => ({apiGroup: GROUP, kind: 'Group', name: group})),
}));
