import type {Json, JsonObject} from '../../src/core/json.ts';
import {podTemplate} from './random-pod.ts';
import {labelValue, maybe, type Random, text, textMap} from './random-source.ts';

/** A kind of which objects are made by chance, such that a server takes each and lets each become any other. */
export type RandomKind = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly clusterScoped?: true;
  /** Somebody in the cluster writes to these objects on his own, if only their status. */
  readonly controlled?: true;
  /** All but apiVersion, kind and the name. */
  readonly make: (random: Random) => JsonObject;
};

const SELECTOR = {matchLabels: {app: 'x'}};

const data: RandomKind[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    make: (random) =>
      maybe(random, {
        data: () => textMap(random, ['a', 'b.conf', 'c_d', 'e-f', 'g']),
        binaryData: () => textMap(random, ['m', 'n'], () => random.pick(['', 'AAEC', 'aGk='])),
      }),
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    make: (random) => ({
      type: 'Opaque',
      ...maybe(random, {
        data: () => textMap(random, ['a', 'b', 'c'], () => random.pick(['', 'aGk=', 'aHVudGVyMg=='])),
        stringData: () => textMap(random, ['d', 'e'], text),
      }),
    }),
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    make: (random) =>
      maybe(random, {
        automountServiceAccountToken: () => random.chance(0.5),
        imagePullSecrets: () => random.shuffled(random.some([{name: 'a'}, {name: 'b'}, {name: 'c'}])),
        secrets: () => random.shuffled(random.some([{name: 'a'}, {name: 'b'}])),
      }),
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    make: (random) => ({
      spec: {
        limits: [
          {
            type: 'Container',
            ...maybe(random, {
              default: () => ({cpu: random.pick(['1', '1000m', '1.0']), memory: random.pick(['1Gi', '1024Mi'])}),
              max: () => ({cpu: random.pick(['2', '2000m'])}),
              defaultRequest: () => ({cpu: random.pick(['0.1', '100m'])}),
            }),
          },
        ],
      },
    }),
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    make: (random) => ({
      spec: maybe(random, {
        holderIdentity: () => random.pick(['me', 'you']),
        leaseDurationSeconds: () => random.pick([15, 30]),
        renewTime: () => random.pick(['2026-01-01T00:00:00.000000Z', '2026-01-01T01:00:00.500000Z']),
        leaseTransitions: () => random.int(3),
      }),
    }),
  },
];

const SERVICE_PORTS: readonly JsonObject[] = [
  {name: 'http', port: 80},
  {name: 'web', port: 8080, targetPort: 'http'},
  {name: 'dns', port: 53, protocol: 'UDP', targetPort: 53},
  {name: 'dns-tcp', port: 53, protocol: 'TCP'},
  {name: 'grpc', port: 9000, targetPort: 9001, appProtocol: 'kubernetes.io/h2c'},
];

const PATHS: readonly JsonObject[] = [
  {path: '/', pathType: 'Prefix', backend: {service: {name: 'web', port: {number: 80}}}},
  {path: '/api', pathType: 'Exact', backend: {service: {name: 'api', port: {name: 'http'}}}},
  {pathType: 'ImplementationSpecific', backend: {resource: {apiGroup: 'x.dev', kind: 'Bucket', name: 'b'}}},
];

const PEERS: readonly JsonObject[] = [
  {podSelector: {}},
  {namespaceSelector: SELECTOR, podSelector: {matchLabels: {a: ''}}},
  {ipBlock: {cidr: '10.0.0.0/8', except: ['10.1.0.0/16']}},
];

const network: RandomKind[] = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    make: (random) => ({
      spec: {
        ports: random.shuffled([{name: 'main', port: 443}, ...random.some(SERVICE_PORTS)]),
        ...maybe(random, {
          selector: () => textMap(random, ['app', 'tier'], labelValue),
          sessionAffinity: () => random.pick(['None', 'ClientIP']),
          externalIPs: () => random.shuffled(random.some(['192.0.2.1', '192.0.2.2'])),
          publishNotReadyAddresses: () => random.chance(0.5),
          internalTrafficPolicy: () => random.pick(['Cluster', 'Local']),
          clusterIP: () => 'None',
          type: () => 'ClusterIP',
        }),
        clusterIP: 'None',
      },
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    controlled: true,
    make: (random) => ({
      spec: {
        rules: [
          {host: 'a.example.dev', http: {paths: random.shuffled([{...PATHS[0]}, ...random.some(PATHS.slice(1))])}},
          ...random.some([{host: 'b.example.dev'}]),
        ],
        ...maybe(random, {
          ingressClassName: () => random.pick(['nginx', 'other']),
          tls: () => random.some([{hosts: ['a.example.dev'], secretName: 'tls'}, {hosts: []}]),
          defaultBackend: () => ({service: {name: 'web', port: {number: 80}}}),
        }),
      },
    }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    make: (random) => ({
      spec: {
        podSelector: random.pick([{}, SELECTOR, {matchExpressions: [{key: 'a', operator: 'Exists'}]}]),
        ...maybe(random, {
          policyTypes: () => random.pick([['Ingress'], ['Ingress', 'Egress'], ['Egress', 'Ingress']]),
          ingress: () => [
            ...random.some([{}]),
            {from: random.some(PEERS), ports: random.some([{port: 80}, {port: 'http', protocol: 'TCP'}])},
          ],
          egress: () => random.some([{}, {to: []}]),
        }),
      },
    }),
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    make: (random) => ({
      addressType: 'IPv4',
      endpoints: random.some([
        {addresses: ['192.0.2.1'], conditions: {}},
        {addresses: ['192.0.2.2'], conditions: {ready: true}, hostname: 'a'},
        {addresses: ['192.0.2.3'], zone: 'z', hints: {forZones: [{name: 'z'}]}},
      ]),
      ...maybe(random, {ports: () => random.some([{port: 80}, {name: 'b', port: 81, protocol: 'UDP'}, {name: 'c'}])}),
    }),
  },
];

const METRICS: readonly JsonObject[] = [
  {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}},
  {type: 'Resource', resource: {name: 'memory', target: {type: 'AverageValue', averageValue: '1024Mi'}}},
  {type: 'Pods', pods: {metric: {name: 'r', selector: {}}, target: {type: 'AverageValue', averageValue: '0.5'}}},
];

const workloads: RandomKind[] = [
  {apiVersion: 'v1', kind: 'PodTemplate', make: (random) => ({template: podTemplate(random, 'x')})},
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    controlled: true,
    make: (random) => ({
      spec: {
        // No pods come of it.
        paused: true,
        selector: SELECTOR,
        template: podTemplate(random, 'x'),
        ...maybe(random, {
          replicas: () => random.int(3),
          strategy: () =>
            random.pick<Json>([{}, {type: 'RollingUpdate', rollingUpdate: {maxSurge: 1, maxUnavailable: '25%'}}]),
          minReadySeconds: () => random.pick([0, 5]),
          revisionHistoryLimit: () => random.pick([0, 10]),
          progressDeadlineSeconds: () => 600,
        }),
      },
    }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    controlled: true,
    make: (random) => ({
      spec: {
        replicas: 0,
        serviceName: 'x',
        selector: SELECTOR,
        template: podTemplate(random, 'x'),
        volumeClaimTemplates: [
          {metadata: {name: 'd'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1024Mi'}}}},
        ],
        ...maybe(random, {
          minReadySeconds: () => random.pick([0, 5]),
          persistentVolumeClaimRetentionPolicy: () => ({whenScaled: random.pick(['Retain', 'Delete'])}),
        }),
      },
    }),
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    controlled: true,
    make: (random) => ({
      spec: {
        suspend: true,
        schedule: random.pick(['0 3 * * *', '@daily']),
        jobTemplate: {
          spec: {
            template: podTemplate(random, 'x', {restartPolicy: random.pick(['Never', 'OnFailure'])}),
            ...maybe(random, {backoffLimit: () => random.int(3), ttlSecondsAfterFinished: () => 0}),
          },
        },
        ...maybe(random, {
          concurrencyPolicy: () => random.pick(['Allow', 'Forbid']),
          successfulJobsHistoryLimit: () => random.pick([0, 3]),
          timeZone: () => 'Etc/UTC',
        }),
      },
    }),
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    controlled: true,
    make: (random) => ({
      spec: {
        maxReplicas: random.pick([3, 5]),
        scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'nothing'},
        ...maybe(random, {
          minReplicas: () => random.pick([1, 2]),
          metrics: () => random.shuffled(random.some(METRICS)),
          behavior: () => ({
            scaleDown: {policies: [{type: 'Percent', value: random.pick([10, 20]), periodSeconds: 60}]},
          }),
        }),
      },
    }),
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    controlled: true,
    make: (random) => ({
      spec: {
        maxUnavailable: random.pick<Json>(['50%', 1, 0]),
        ...maybe(random, {
          selector: () => random.pick<Json>([{}, SELECTOR]),
          unhealthyPodEvictionPolicy: () => random.pick(['IfHealthyBudget', 'AlwaysAllow']),
        }),
      },
    }),
  },
];

const RULES: readonly JsonObject[] = [
  {apiGroups: [''], resources: ['pods'], verbs: ['get', 'list']},
  {apiGroups: ['apps', 'batch'], resources: ['*'], verbs: ['*'], resourceNames: []},
  {apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['a', '']},
];

const SUBJECTS: readonly JsonObject[] = [
  {kind: 'ServiceAccount', name: 'web', namespace: 'default'},
  {kind: 'User', name: 'ann'},
  {kind: 'Group', name: 'ops', apiGroup: 'rbac.authorization.k8s.io'},
];

const rules: RandomKind[] = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    make: (random) => maybe(random, {rules: () => random.shuffled(random.some(RULES))}),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    make: (random) => ({
      roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view'},
      ...maybe(random, {subjects: () => random.shuffled(random.some(SUBJECTS))}),
    }),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    clusterScoped: true,
    make: (random) => ({
      rules: [{nonResourceURLs: ['/healthz'], verbs: ['get']}, ...random.some(RULES)],
    }),
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    clusterScoped: true,
    make: (random) => ({value: 7, ...maybe(random, {description: () => text(random), globalDefault: () => false})}),
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    clusterScoped: true,
    make: (random) => ({
      provisioner: 'example.dev/none',
      ...maybe(random, {
        allowVolumeExpansion: () => random.chance(0.5),
        mountOptions: () => random.pick([[], ['ro'], ['ro', 'x']]),
        allowedTopologies: () => random.pick([[], [{matchLabelExpressions: [{key: 'zone', values: ['a']}]}]]),
      }),
    }),
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    clusterScoped: true,
    make: (random) => ({
      webhooks: random.shuffled(
        ['a', 'b', 'c'].slice(0, 1 + random.int(3)).map((name) => ({
          name: `${name}.example.dev`,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          clientConfig: {service: {name: 'none', namespace: 'default', ...maybe(random, {path: () => '/x'})}},
          rules: [{apiGroups: ['example.dev'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing']}],
          ...maybe(random, {
            failurePolicy: () => random.pick(['Ignore', 'Fail']),
            namespaceSelector: () => random.pick<Json>([{}, SELECTOR]),
            timeoutSeconds: () => random.pick([1, 10]),
            matchPolicy: () => 'Exact',
          }),
        })),
      ),
    }),
  },
];

/** Kinds that every server has. */
export const BUILT_IN_KINDS: readonly RandomKind[] = [...data, ...network, ...workloads, ...rules];

/** An object of a kind: its name is the test's, all else the random source's. */
export function randomObject({apiVersion, kind, make}: RandomKind, random: Random, name: string): JsonObject {
  const metadata = maybe(random, {
    labels: () => textMap(random, ['app', 'team', 'x.dev/tier'], labelValue),
    annotations: () => textMap(random),
  });
  return {apiVersion, kind, metadata: {...metadata, name}, ...make(random)};
}
