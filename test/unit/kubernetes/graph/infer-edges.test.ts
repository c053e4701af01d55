import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {inferEdges} from '../../../../src/kubernetes/graph/infer-edges.ts';
import {object, resource, resources} from './make-resource.ts';

/** `Kind name < Kind name (rule)`, for each edge, sorted. */
const edgesOf = (objects: readonly JsonObject[]): string[] =>
  [...inferEdges(resources(...objects))]
    .flatMap(([id, reasons]) => [...reasons].map(([needs, {rule}]) => `${short(id)} < ${short(needs)} (${rule})`))
    .toSorted();
const short = (id: string): string => {
  const parts = id.split(':');
  return `${parts[1]} ${parts.at(-1)}`;
};

const pod = (spec: JsonObject = {}, labels: JsonObject = {app: 'web'}): JsonObject => ({
  metadata: {labels},
  spec: {containers: [{name: 'app'}], ...spec},
});
const deployment = (name: string, spec?: JsonObject, labels?: JsonObject): JsonObject =>
  object(`apps/v1 Deployment shop/${name}`, {spec: {template: pod(spec, labels)}});
const config = object('v1 ConfigMap shop/config');
const secret = object('v1 Secret shop/secret');
const account = object('v1 ServiceAccount shop/runner');
const service = object('v1 Service shop/web', {spec: {selector: {app: 'web'}}});
const crd = (extra: JsonObject = {}): JsonObject =>
  object('apiextensions.k8s.io/v1 CustomResourceDefinition tills.shop.io', {
    spec: {group: 'shop.io', names: {kind: 'Till'}, versions: [{name: 'v1'}, {name: 'v2'}], ...extra},
  });
const RBAC = 'rbac.authorization.k8s.io/v1';
const toService = {clientConfig: {service: {namespace: 'shop', name: 'web'}}};

type Row = {name: string; objects: readonly JsonObject[]; want: readonly string[]};

const rows: Row[] = [
  {
    name: 'a Namespace comes before what is in it, and before nothing else',
    objects: [
      object('v1 Namespace shop'),
      config,
      object('v1 ConfigMap other/config'),
      object(`${RBAC} ClusterRole x`),
    ],
    want: ['ConfigMap config < Namespace shop (namespace)'],
  },
  {
    name: 'a CRD comes before its objects, of whichever version',
    objects: [
      crd(),
      object('shop.io/v1 Till shop/a'),
      object('shop.io/v2 Till shop/b'),
      object('shop.io/v1 Coin shop/c'),
    ],
    want: [
      'Till a < CustomResourceDefinition tills.shop.io (CRD)',
      'Till b < CustomResourceDefinition tills.shop.io (CRD)',
    ],
  },
  {
    name: 'an aggregated API comes before its objects, and after its backend',
    objects: [
      object('apiregistration.k8s.io/v1 APIService v1.shop.io', {
        spec: {group: 'shop.io', version: 'v1', service: {namespace: 'shop', name: 'web'}},
      }),
      object('shop.io/v1 Till shop/a'),
      object('shop.io/v2 Till shop/b'),
      service,
      deployment('web'),
    ],
    want: [
      'APIService v1.shop.io < Deployment web (backend)',
      'APIService v1.shop.io < Service web (backend)',
      'Till a < APIService v1.shop.io (APIService)',
    ],
  },
  {
    name: 'a converter comes before the objects that it converts, not before the CRD',
    objects: [
      crd({conversion: {strategy: 'Webhook', webhook: toService}}),
      object('shop.io/v1 Till shop/a'),
      service,
      deployment('web'),
      deployment('other', {}, {app: 'other'}),
    ],
    want: [
      'Till a < CustomResourceDefinition tills.shop.io (CRD)',
      'Till a < Deployment web (backend)',
      'Till a < Service web (backend)',
    ],
  },
  {
    name: 'environment comes before the workload, for init containers too',
    objects: [
      config,
      secret,
      object('v1 ConfigMap shop/more'),
      object('v1 Secret shop/more'),
      deployment('web', {
        containers: [{name: 'a', env: [{name: 'X'}, {valueFrom: {configMapKeyRef: {name: 'config', key: 'k'}}}]}],
        initContainers: [
          {
            env: [{valueFrom: {secretKeyRef: {name: 'secret', key: 'k'}}}],
            envFrom: [{configMapRef: {name: 'more'}}, {secretRef: {name: 'more'}}],
          },
        ],
      }),
    ],
    want: [
      'Deployment web < ConfigMap config (pod)',
      'Deployment web < ConfigMap more (pod)',
      'Deployment web < Secret more (pod)',
      'Deployment web < Secret secret (pod)',
    ],
  },
  {
    name: 'volumes come before the workload',
    objects: [
      config,
      secret,
      object('v1 ConfigMap shop/more'),
      object('v1 Secret shop/more'),
      object('v1 Secret shop/ceph'),
      object('v1 Secret shop/csi'),
      object('v1 PersistentVolumeClaim shop/data'),
      object('secrets-store.csi.x-k8s.io/v1 SecretProviderClass shop/vault'),
      deployment('web', {
        volumes: [
          {name: 'a', configMap: {name: 'config'}},
          {name: 'b', secret: {secretName: 'secret'}},
          {name: 'c', projected: {sources: [{configMap: {name: 'more'}}, {secret: {name: 'more'}}]}},
          {name: 'd', persistentVolumeClaim: {claimName: 'data'}},
          {name: 'e', cephfs: {secretRef: {name: 'ceph'}}},
          {name: 'f', csi: {nodePublishSecretRef: {name: 'csi'}, volumeAttributes: {secretProviderClass: 'vault'}}},
        ],
      }),
    ],
    want: [
      'Deployment web < ConfigMap config (pod)',
      'Deployment web < ConfigMap more (pod)',
      'Deployment web < PersistentVolumeClaim data (pod)',
      'Deployment web < Secret ceph (pod)',
      'Deployment web < Secret csi (pod)',
      'Deployment web < Secret more (pod)',
      'Deployment web < Secret secret (pod)',
      'Deployment web < SecretProviderClass vault (pod)',
    ],
  },
  {
    name: 'accounts, pull secrets and classes come before the workload',
    objects: [
      account,
      secret,
      object('scheduling.k8s.io/v1 PriorityClass high'),
      object('node.k8s.io/v1 RuntimeClass gvisor'),
      deployment('web', {
        serviceAccountName: 'runner',
        imagePullSecrets: [{name: 'secret'}],
        priorityClassName: 'high',
        runtimeClassName: 'gvisor',
      }),
    ],
    want: [
      'Deployment web < PriorityClass high (pod)',
      'Deployment web < RuntimeClass gvisor (pod)',
      'Deployment web < Secret secret (pod)',
      'Deployment web < ServiceAccount runner (pod)',
    ],
  },
  ...[
    'apps/v1 StatefulSet',
    'apps/v1 DaemonSet',
    'apps/v1 ReplicaSet',
    'batch/v1 Job',
    'v1 ReplicationController',
    'argoproj.io/v1 Rollout',
  ].map(
    (kind): Row => ({
      name: `${kind} has pods by its template`,
      objects: [account, object(`${kind} shop/x`, {spec: {template: pod({serviceAccount: 'runner'})}})],
      want: [`${kind.split(' ')[1]} x < ServiceAccount runner (pod)`],
    }),
  ),
  {
    name: 'Pod, PodTemplate and CronJob have pods too',
    objects: [
      account,
      object('v1 Pod shop/x', {spec: {containers: [], serviceAccountName: 'runner'}}),
      object('v1 PodTemplate shop/x', {template: pod({serviceAccountName: 'runner'})}),
      object('batch/v1 CronJob shop/x', {
        spec: {jobTemplate: {spec: {template: pod({serviceAccountName: 'runner'})}}},
      }),
    ],
    want: [
      'CronJob x < ServiceAccount runner (pod)',
      'Pod x < ServiceAccount runner (pod)',
      'PodTemplate x < ServiceAccount runner (pod)',
    ],
  },
  {
    name: 'pods that name no account run as default',
    objects: [object('v1 ServiceAccount shop/default'), deployment('web')],
    want: ['Deployment web < ServiceAccount default (pod)'],
  },
  {
    name: 'a reference to another namespace, or to an object outside the stack, makes no edge',
    objects: [
      object('v1 ConfigMap other/config'),
      deployment('web', {volumes: [{configMap: {name: 'config'}}, {secret: {secretName: 'elsewhere'}}]}),
    ],
    want: [],
  },
  {
    name: 'a StorageClass comes before PVCs and volumes, a volume before its PVC, a source before its copy',
    objects: [
      object('storage.k8s.io/v1 StorageClass fast'),
      object('v1 PersistentVolume disk', {spec: {storageClassName: 'fast', claimRef: {namespace: 'shop', name: 'b'}}}),
      object('v1 PersistentVolumeClaim shop/a', {spec: {storageClassName: 'fast', volumeName: 'disk'}}),
      object('v1 PersistentVolumeClaim shop/b', {spec: {dataSource: {kind: 'PersistentVolumeClaim', name: 'a'}}}),
      object('apps/v1 StatefulSet shop/db', {
        spec: {template: pod(), volumeClaimTemplates: [{spec: {storageClassName: 'fast'}}]},
      }),
      deployment('web', {volumes: [{ephemeral: {volumeClaimTemplate: {spec: {storageClassName: 'fast'}}}}]}),
    ],
    want: [
      'Deployment web < StorageClass fast (storage)',
      'PersistentVolume disk < StorageClass fast (storage)',
      'PersistentVolumeClaim a < PersistentVolume disk (storage)',
      'PersistentVolumeClaim a < StorageClass fast (storage)',
      'PersistentVolumeClaim b < PersistentVolume disk (storage)',
      'PersistentVolumeClaim b < PersistentVolumeClaim a (storage)',
      'StatefulSet db < StorageClass fast (storage)',
    ],
  },
  {
    name: 'roles and accounts come before bindings, bindings before the workloads of the account',
    objects: [
      account,
      object(`${RBAC} Role shop/reader`),
      object(`${RBAC} ClusterRole reader`),
      object(`${RBAC} RoleBinding shop/a`, {
        roleRef: {kind: 'Role', name: 'reader'},
        subjects: [
          {kind: 'ServiceAccount', name: 'runner'},
          {kind: 'User', name: 'runner'},
        ],
      }),
      object(`${RBAC} ClusterRoleBinding b`, {
        roleRef: {kind: 'ClusterRole', name: 'reader'},
        subjects: [{kind: 'ServiceAccount', name: 'runner', namespace: 'shop'}],
      }),
      deployment('web', {serviceAccountName: 'runner'}),
      deployment('other'),
    ],
    want: [
      'ClusterRoleBinding b < ClusterRole reader (access)',
      'ClusterRoleBinding b < ServiceAccount runner (access)',
      'Deployment web < ClusterRoleBinding b (grant)',
      'Deployment web < RoleBinding a (grant)',
      'Deployment web < ServiceAccount runner (pod)',
      'RoleBinding a < Role reader (access)',
      'RoleBinding a < ServiceAccount runner (access)',
    ],
  },
  {
    name: 'a token comes after its account, a pull secret before it',
    objects: [
      object('v1 ServiceAccount shop/runner', {imagePullSecrets: [{name: 'secret'}, {name: 'token'}]}),
      object('v1 Secret shop/token', {
        type: 'kubernetes.io/service-account-token',
        metadata: {annotations: {'kubernetes.io/service-account.name': 'runner'}},
      }),
      secret,
    ],
    want: ['Secret token < ServiceAccount runner (access)', 'ServiceAccount runner < Secret secret (access)'],
  },
  {
    name: 'an Ingress comes after its class, backends and certificates',
    objects: [
      object('networking.k8s.io/v1 IngressClass nginx'),
      object('networking.k8s.io/v1 Ingress shop/web', {
        spec: {
          ingressClassName: 'nginx',
          defaultBackend: {service: {name: 'fallback'}},
          tls: [{secretName: 'secret'}],
          rules: [{http: {paths: [{backend: {service: {name: 'web'}}}]}}],
        },
      }),
      service,
      object('v1 Service shop/fallback'),
      secret,
    ],
    want: [
      'Ingress web < IngressClass nginx (network)',
      'Ingress web < Secret secret (network)',
      'Ingress web < Service fallback (network)',
      'Ingress web < Service web (network)',
    ],
  },
  {
    name: 'a gateway comes after its class, a route after its gateway and backends, across namespaces',
    objects: [
      object('gateway.networking.k8s.io/v1 GatewayClass envoy'),
      object('gateway.networking.k8s.io/v1 Gateway edge/main', {
        spec: {gatewayClassName: 'envoy', listeners: [{tls: {certificateRefs: [{name: 'secret', namespace: 'shop'}]}}]},
      }),
      object('gateway.networking.k8s.io/v1 GRPCRoute shop/web', {
        spec: {
          parentRefs: [{name: 'main', namespace: 'edge'}],
          rules: [
            {
              backendRefs: [{name: 'web', port: 80}],
              filters: [{requestMirror: {backendRef: {name: 'mirror', group: '', kind: 'Service'}}}],
            },
          ],
        },
      }),
      service,
      object('v1 Service shop/mirror'),
      secret,
    ],
    want: [
      'GRPCRoute web < Gateway main (network)',
      'GRPCRoute web < Service mirror (network)',
      'GRPCRoute web < Service web (network)',
      'Gateway main < GatewayClass envoy (network)',
      'Gateway main < Secret secret (network)',
    ],
  },
  {
    name: 'a StatefulSet comes after its Service; a Service does not wait for its pods',
    objects: [service, object('apps/v1 StatefulSet shop/db', {spec: {serviceName: 'web', template: pod()}})],
    want: ['StatefulSet db < Service web (network)'],
  },
  {
    name: 'a webhook comes after its backend',
    objects: [
      object('admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration v', {webhooks: [toService]}),
      object('admissionregistration.k8s.io/v1 MutatingWebhookConfiguration m', {
        webhooks: [toService, {clientConfig: {url: 'https://x'}}],
      }),
      service,
      deployment('web'),
      deployment('other', {}, {app: 'other'}),
    ],
    want: [
      'MutatingWebhookConfiguration m < Deployment web (backend)',
      'MutatingWebhookConfiguration m < Service web (backend)',
      'ValidatingWebhookConfiguration v < Deployment web (backend)',
      'ValidatingWebhookConfiguration v < Service web (backend)',
    ],
  },
  {
    name: 'a policy comes before its binding',
    objects: [
      object('admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy p'),
      object('admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding b', {spec: {policyName: 'p'}}),
    ],
    want: ['ValidatingAdmissionPolicyBinding b < ValidatingAdmissionPolicy p (admission)'],
  },
  {
    name: 'autoscalers and budgets come after their workload',
    objects: [
      deployment('web'),
      deployment('other', {}, {app: 'other'}),
      object('autoscaling/v2 HorizontalPodAutoscaler shop/h', {
        spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
      }),
      object('keda.sh/v1alpha1 ScaledObject shop/k', {spec: {scaleTargetRef: {name: 'other'}}}),
      object('autoscaling.k8s.io/v1 VerticalPodAutoscaler shop/v', {
        spec: {targetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}},
      }),
      object('policy/v1 PodDisruptionBudget shop/b', {spec: {selector: {matchLabels: {app: 'web'}}}}),
    ],
    want: [
      'HorizontalPodAutoscaler h < Deployment web (scaling)',
      'PodDisruptionBudget b < Deployment web (scaling)',
      'ScaledObject k < Deployment other (scaling)',
      'VerticalPodAutoscaler v < Deployment web (scaling)',
    ],
  },
  {
    name: 'policies and limits of a namespace come before the workloads that they apply to',
    objects: [
      deployment('web'),
      deployment('other', {}, {app: 'other'}),
      object('apps/v1 Deployment far/web', {spec: {template: pod()}}),
      object('v1 ResourceQuota shop/q'),
      object('networking.k8s.io/v1 NetworkPolicy shop/n', {
        spec: {podSelector: {matchExpressions: [{key: 'app', operator: 'In', values: ['web', 'x']}]}},
      }),
      object('v1 LimitRange far/l'),
    ],
    want: [
      'Deployment other < ResourceQuota q (namespace-policy)',
      'Deployment web < LimitRange l (namespace-policy)',
      'Deployment web < NetworkPolicy n (namespace-policy)',
      'Deployment web < ResourceQuota q (namespace-policy)',
    ],
  },
];

describe('order from what objects refer to', () => {
  it.each(rows)('$name', ({objects, want}) => expect(edgesOf(objects)).toEqual(want));

  it('inferred edges do not depend on the order of the resources', () => {
    for (const {objects} of rows) expect(edgesOf(objects.toReversed())).toEqual(edgesOf(objects));
  });

  it('inferred edges give a reason', () => {
    const edges = inferEdges(resources(config, deployment('web', {volumes: [{configMap: {name: 'config'}}]})));
    expect(edges.get('apps/v1:Deployment:shop:web')?.get('v1:ConfigMap:shop:config')).toEqual({
      rule: 'pod',
      because: 'uses ConfigMap config',
    });
  });

  it('inferring edges does not throw on malformed objects, and ignores other types of resource', () => {
    const odd = rows.flatMap(({objects}) =>
      objects.flatMap((each) =>
        [null, 'x', 3, [], [null], {template: [], selector: 3}].map((spec) => ({...each, spec})),
      ),
    );
    expect(() => inferEdges(resources(...odd))).not.toThrow();
    expect(inferEdges([{...resource(config), type: 'Terraform'}, resource(object('v1 Namespace shop'))]).size).toBe(0);
  });

  it('inferring edges among 6,000 objects of one namespace compares no pairs', () => {
    const many = Array.from({length: 1500}, (_, i) => [
      object(`v1 Service shop/s${i}`, {spec: {selector: {app: `a${i}`, tier: 'x'}}}),
      object(`apps/v1 Deployment shop/d${i}`, {spec: {template: pod({}, {app: `a${i}`, tier: 'x'})}}),
      object(`policy/v1 PodDisruptionBudget shop/p${i}`, {spec: {selector: {matchLabels: {tier: 'x', app: `a${i}`}}}}),
      object(`networking.k8s.io/v1 NetworkPolicy shop/n${i}`, {spec: {podSelector: {matchLabels: {app: `a${i}`}}}}),
    ]).flat();
    expect(edgesOf(many)).toHaveLength(3000);
  });
});
