import type {JsonObject} from '../../../src/core/json.ts';
import {post, type Request} from '../request.ts';
import {pathsIn} from './paths.ts';

const containers: readonly JsonObject[] = [{name: 'app', image: 'nginx'}];

/** Specs of pods that are accepted with a warning. */
const PODS: Readonly<Record<string, JsonObject>> = {
  'an old node label': {nodeSelector: {'beta.kubernetes.io/os': 'linux'}},
  'old node labels in its affinity': {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                {key: 'a', operator: 'Exists'},
                {key: 'beta.kubernetes.io/arch', operator: 'In', values: ['amd64']},
              ],
            },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          {weight: 1, preference: {matchExpressions: [{key: 'node-role.kubernetes.io/master', operator: 'Exists'}]}},
        ],
      },
    },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'failure-domain.beta.kubernetes.io/zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: {matchLabels: {app: 'w'}},
      },
    ],
  },
  'volumes that are gone': {
    volumes: [
      {name: 'a', gitRepo: {repository: 'https://example.com/a.git'}},
      {name: 'b', cephfs: {monitors: ['a']}},
      {name: 'c', glusterfs: {endpoints: 'e', path: '/'}},
      {name: 'd', rbd: {monitors: ['a'], image: 'i'}},
    ],
  },
  'the same port twice': {
    containers: [
      {
        name: 'app',
        image: 'nginx',
        ports: [{containerPort: 80}, {containerPort: 80, name: 'http'}, {containerPort: 443, hostPort: 1}],
      },
      {
        name: 'side',
        image: 'nginx',
        ports: [{containerPort: 80, protocol: 'UDP'}, {containerPort: 443}, {containerPort: 81, name: 'http'}],
      },
    ],
  },
  'the same variable twice': {
    containers: [
      {
        name: 'app',
        image: 'nginx',
        env: [
          {name: 'A', value: '1'},
          {name: 'A', value: '$(A)2'},
          {name: 'A', value: '3'},
          {name: 'B', value: 'x'},
          {name: 'B', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}},
        ],
      },
    ],
  },
  'parts of a byte': {
    containers: [
      {
        name: 'app',
        image: 'nginx',
        resources: {requests: {memory: '128m'}, limits: {memory: '1500m', 'ephemeral-storage': '1500m'}},
      },
    ],
  },
  'paths that overlap': {
    volumes: [
      {
        name: 'a',
        configMap: {
          name: 'settings',
          items: [
            {key: 'x', path: 'd/x'},
            {key: 'y', path: 'd'},
            {key: 'z', path: 'dd'},
            {key: 'v', path: 'd/x/'},
          ],
        },
      },
      {
        name: 'b',
        secret: {
          secretName: 'keys',
          items: [
            {key: 'x', path: 'same'},
            {key: 'y', path: 'same'},
          ],
        },
      },
      {
        name: 'c',
        downwardAPI: {
          items: [
            {path: 'l', fieldRef: {fieldPath: 'metadata.labels'}},
            {path: 'l/a', fieldRef: {fieldPath: 'metadata.name'}},
          ],
        },
      },
      {
        name: 'd',
        projected: {
          sources: [
            {configMap: {name: 'settings', items: [{key: 'x', path: 'p'}]}},
            {secret: {name: 'keys', items: [{key: 'x', path: 'p/q'}]}},
            {serviceAccountToken: {path: 'p'}},
            {configMap: {name: 'all'}},
            {downwardAPI: {items: [{path: 'p/q/r', fieldRef: {fieldPath: 'metadata.name'}}]}},
          ],
        },
      },
    ],
  },
  'addresses in other forms': {
    dnsPolicy: 'None',
    dnsConfig: {nameservers: ['010.0.0.1', '2001:DB8:0::1', '10.0.0.1']},
    hostAliases: [
      {ip: '::ffff:10.0.0.1', hostnames: ['a']},
      {ip: '2001:db8::2', hostnames: ['b']},
      {ip: '2001:db8:0:0:0:0:0:3', hostnames: ['c']},
    ],
  },
  'an address of the host without a port there': {
    containers: [{name: 'app', image: 'nginx', ports: [{name: 'http', containerPort: 80, hostIP: '10.0.0.1'}]}],
  },
  'the same host twice': {
    hostAliases: [
      {ip: '10.0.0.1', hostnames: ['a']},
      {ip: '10.0.0.1', hostnames: ['b']},
    ],
  },
  'the same pull secret twice': {imagePullSecrets: [{name: 'a'}, {name: 'a'}, {}]},
  'a negative grace period': {terminationGracePeriodSeconds: -5},
  'an affinity to no pod': {
    affinity: {
      podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: 'a'}]},
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: 'a'}}],
      },
    },
  },
};

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';

/** Pods with annotations of AppArmor that become fields, or do not. */
const PROFILES: Readonly<Record<string, JsonObject>> = {
  unconfined: {metadata: {annotations: {[`${APPARMOR}app`]: 'unconfined'}}, spec: {containers}},
  'a local profile, and a context': {
    metadata: {annotations: {[`${APPARMOR}app`]: 'localhost/mine'}},
    spec: {containers: [{name: 'app', image: 'nginx', securityContext: {runAsUser: 1}}]},
  },
  'the profile of the pod': {
    metadata: {annotations: {[`${APPARMOR}app`]: 'runtime/default'}},
    spec: {securityContext: {appArmorProfile: {type: 'RuntimeDefault'}}, containers},
  },
  'another profile than the pod': {
    metadata: {annotations: {[`${APPARMOR}app`]: 'unconfined'}},
    spec: {securityContext: {appArmorProfile: {type: 'RuntimeDefault'}}, containers},
  },
  'a field of the same': {
    metadata: {annotations: {[`${APPARMOR}app`]: 'runtime/default'}},
    spec: {
      containers: [{name: 'app', image: 'nginx', securityContext: {appArmorProfile: {type: 'RuntimeDefault'}}}],
    },
  },
  'a field of another': {
    metadata: {annotations: {[`${APPARMOR}app`]: 'localhost/mine'}},
    spec: {
      containers: [
        {
          name: 'app',
          image: 'nginx',
          securityContext: {appArmorProfile: {type: 'Localhost', localhostProfile: 'yours'}},
        },
      ],
    },
  },
  'no text': {metadata: {annotations: {[`${APPARMOR}app`]: ''}}, spec: {containers}},
  'no name of a local profile': {metadata: {annotations: {[`${APPARMOR}app`]: 'localhost/'}}, spec: {containers}},
  Windows: {
    metadata: {annotations: {[`${APPARMOR}app`]: 'runtime/default'}},
    spec: {os: {name: 'windows'}, containers},
  },
};

const ADDRESSES = ['010.0.0.1', '::ffff:10.0.0.1', '2001:DB8:0::1', '2001:db8::2', '10.0.0.2'];
const CIDRS = [
  '10.0.0.1/8',
  '010.0.0.0/8',
  '10.0.0.0/08',
  '::ffff:10.0.0.0/104',
  '2001:DB8:0::/64',
  '2001:db8::1/64',
  '10.0.0.0/8',
];

const ANNOTATIONS: Readonly<Record<string, JsonObject>> = {
  'of AppArmor': {'container.apparmor.security.beta.kubernetes.io/app': 'runtime/default'},
  'of seccomp': {
    'container.seccomp.security.alpha.kubernetes.io/app': 'runtime/default',
    'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default',
  },
  'of sysctls': {'security.alpha.kubernetes.io/sysctls': 'a=b', 'scheduler.alpha.kubernetes.io/critical-pod': ''},
};

/** What a server accepts and warns of. */
export function warnings(ns: string): readonly Request[] {
  const {core, group} = pathsIn(ns);
  const pods = `${core('pods')}?dryRun=All`;
  const deployments = `${group('apps/v1', 'deployments')}?dryRun=All`;
  const template = (spec: JsonObject, annotations: JsonObject): JsonObject => ({
    metadata: {name: 'warned'},
    spec: {
      selector: {matchLabels: {app: 'w'}},
      template: {metadata: {labels: {app: 'w'}, annotations}, spec: {containers, ...spec}},
    },
  });
  return [
    ...Object.entries(PODS).flatMap(([name, spec]) => [
      post(`a pod with ${name}`, pods, {metadata: {name: 'warned'}, spec: {containers, ...spec}}),
      post(`a deployment with ${name}`, deployments, template(spec, {})),
    ]),
    ...Object.entries(ANNOTATIONS).flatMap(([name, annotations]) => [
      post(`a pod with annotations ${name}`, pods, {metadata: {name: 'warned', annotations}, spec: {containers}}),
      post(`a deployment with annotations ${name}`, deployments, template({}, annotations)),
    ]),
    ...Object.entries(PROFILES).flatMap(([name, {metadata, spec}]) => [
      post(`a pod with the AppArmor annotation: ${name}`, pods, {
        metadata: {name: 'warned', ...(metadata as JsonObject)},
        spec: spec as JsonObject,
      }),
      post(`a deployment with the AppArmor annotation: ${name}`, deployments, {
        metadata: {name: 'warned'},
        spec: {
          selector: {matchLabels: {app: 'w'}},
          template: {metadata: {labels: {app: 'w'}, ...(metadata as JsonObject)}, spec: spec as JsonObject},
        },
      }),
    ]),
    ...ADDRESSES.flatMap((address) => [
      post(`a service with the external address ${address}`, `${core('services')}?dryRun=All`, {
        metadata: {name: 'warned'},
        spec: {externalIPs: [address], loadBalancerIP: address, ports: [{port: 80}]},
      }),
      post(`endpoints at ${address}`, `${core('endpoints')}?dryRun=All`, {
        metadata: {name: 'warned'},
        subsets: [{addresses: [{ip: address}], notReadyAddresses: [{ip: address}], ports: [{port: 80}]}],
      }),
    ]),
    ...CIDRS.flatMap((cidr) => [
      post(`a service for ${cidr}`, `${core('services')}?dryRun=All`, {
        metadata: {name: 'warned'},
        spec: {type: 'LoadBalancer', loadBalancerSourceRanges: [cidr], ports: [{port: 80}]},
      }),
      post(`a policy for ${cidr}`, `${group('networking.k8s.io/v1', 'networkpolicies')}?dryRun=All`, {
        metadata: {name: 'warned'},
        spec: {
          podSelector: {},
          policyTypes: ['Ingress', 'Egress'],
          ingress: [{from: [{ipBlock: {cidr}}]}],
          egress: [{to: [{ipBlock: {cidr: '0.0.0.0/0', except: cidr.includes(':') ? [] : [cidr]}}]}],
        },
      }),
    ]),
    post('a slice of names', `${group('discovery.k8s.io/v1', 'endpointslices')}?dryRun=All`, {
      metadata: {name: 'warned'},
      addressType: 'FQDN',
      endpoints: [{addresses: ['a.example.com']}],
    }),
    post('a slice with an address in another form', `${group('discovery.k8s.io/v1', 'endpointslices')}?dryRun=All`, {
      metadata: {name: 'warned'},
      addressType: 'IPv6',
      endpoints: [{addresses: ['2001:DB8:0::1', '2001:db8::2']}],
    }),
    post('a slice with IPv4 inside IPv6', `${group('discovery.k8s.io/v1', 'endpointslices')}?dryRun=All`, {
      metadata: {name: 'warned'},
      addressType: 'IPv6',
      endpoints: [{addresses: ['::ffff:10.0.0.1', '010.0.0.1', '2001:db8::2']}],
    }),
    post('a service account that enforces its secrets', `${core('serviceaccounts')}?dryRun=All`, {
      metadata: {name: 'warned', annotations: {'kubernetes.io/enforce-mountable-secrets': 'true'}},
    }),
    post('a storage class of an old node label', '/apis/storage.k8s.io/v1/storageclasses?dryRun=All', {
      metadata: {name: `${ns}-class`},
      provisioner: 'example.com/disk',
      allowedTopologies: [{matchLabelExpressions: [{key: 'failure-domain.beta.kubernetes.io/zone', values: ['a']}]}],
    }),
    post('a runtime class of an old node label', '/apis/node.k8s.io/v1/runtimeclasses?dryRun=All', {
      metadata: {name: `${ns}-runtime`},
      handler: 'fast',
      scheduling: {nodeSelector: {'beta.kubernetes.io/os': 'linux'}},
    }),
    post('a capacity of an old node label', `${group('storage.k8s.io/v1', 'csistoragecapacities')}?dryRun=All`, {
      metadata: {name: 'warned'},
      storageClassName: 'a',
      nodeTopology: {
        matchLabels: {'beta.kubernetes.io/os': 'linux'},
        matchExpressions: [{key: 'beta.kubernetes.io/arch', operator: 'In', values: ['amd64']}],
      },
    }),
    post('a node with a range that is ambiguous', '/api/v1/nodes?dryRun=All', {
      metadata: {name: `${ns}-range`},
      spec: {podCIDR: '10.9.0.1/24'},
    }),
    post('a template with an old node label', `${core('podtemplates')}?dryRun=All`, {
      metadata: {name: 'warned'},
      template: {metadata: {labels: {app: 'w'}}, spec: {containers, nodeSelector: {'beta.kubernetes.io/os': 'linux'}}},
    }),
    ...[
      ['a deployment', 'apps/v1', 'deployments'] as const,
      ['a replica set', 'apps/v1', 'replicasets'] as const,
      ['a daemon set', 'apps/v1', 'daemonsets'] as const,
    ].map(([what, version, resource]) =>
      post(`${what} with a dot in its name`, `${group(version, resource)}?dryRun=All`, {
        ...template({}, {}),
        metadata: {name: 'a.b'},
      }),
    ),
    post('a job with a dot in its name, and very many indexes', `${group('batch/v1', 'jobs')}?dryRun=All`, {
      metadata: {name: 'a.b'},
      spec: {
        completionMode: 'Indexed',
        completions: 100_001,
        parallelism: 10_001,
        template: {spec: {containers, restartPolicy: 'Never'}},
      },
    }),
    post('a stateful set that keeps all revisions', `${group('apps/v1', 'statefulsets')}?dryRun=All`, {
      metadata: {name: 'warned'},
      spec: {
        revisionHistoryLimit: -1,
        serviceName: 'warned',
        selector: {matchLabels: {app: 'w'}},
        template: {metadata: {labels: {app: 'w'}}, spec: {containers}},
        volumeClaimTemplates: [
          {
            metadata: {name: 'data'},
            spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1500m'}}},
          },
        ],
      },
    }),
    post('a volume that is recycled', '/api/v1/persistentvolumes?dryRun=All', {
      metadata: {name: `${ns}-recycled`},
      spec: {
        capacity: {storage: '1Gi'},
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Recycle',
        hostPath: {path: '/tmp/recycled'},
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {matchExpressions: [{key: 'beta.kubernetes.io/os', operator: 'In', values: ['linux']}]},
            ],
          },
        },
      },
    }),
    post('a volume with annotations of old fields', '/api/v1/persistentvolumes?dryRun=All', {
      metadata: {
        name: `${ns}-annotated`,
        annotations: {
          'volume.beta.kubernetes.io/storage-class': 'old',
          'volume.beta.kubernetes.io/mount-options': 'ro',
        },
      },
      spec: {capacity: {storage: '1Gi'}, accessModes: ['ReadWriteOnce'], nfs: {server: 'files.example.com', path: '/'}},
    }),
    post('a claim with the annotation of its class', `${core('persistentvolumeclaims')}?dryRun=All`, {
      metadata: {name: 'warned', annotations: {'volume.beta.kubernetes.io/storage-class': 'old'}},
      spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1500m'}}},
    }),
    post('a pod with a dot in its name', pods, {metadata: {name: 'a.b'}, spec: {containers}}),
    post('an ingress with the annotation of its class', `${group('networking.k8s.io/v1', 'ingresses')}?dryRun=All`, {
      metadata: {name: 'warned', annotations: {'kubernetes.io/ingress.class': 'nginx'}},
      spec: {defaultBackend: {service: {name: 'a', port: {number: 80}}}},
    }),
    post('a service with the same target twice', `${core('services')}?dryRun=All`, {
      metadata: {name: 'warned'},
      spec: {
        clusterIP: 'None',
        sessionAffinity: 'ClientIP',
        ports: [
          {name: 'a', port: 80},
          {name: 'b', port: 81, targetPort: 80},
        ],
      },
    }),
    post('a service whose external name has no effect', `${core('services')}?dryRun=All`, {
      metadata: {name: 'warned', annotations: {'service.kubernetes.io/topology-aware-hints': 'auto'}},
      spec: {externalName: 'example.com', ports: [{port: 80}]},
    }),
    post('a TLS secret without PEM', `${core('secrets')}?dryRun=All`, {
      metadata: {name: 'warned'},
      type: 'kubernetes.io/tls',
      stringData: {'tls.crt': 'a', 'tls.key': 'b'},
    }),
    post('a node with a range of addresses', '/api/v1/nodes?dryRun=All', {
      metadata: {name: `${ns}-node`},
      spec: {podCIDR: '10.9.0.0/24'},
    }),
    post('a pod with guaranteed resources', pods, {
      metadata: {name: 'warned'},
      spec: {containers: [{name: 'app', image: 'nginx', resources: {limits: {cpu: '1', memory: '1Gi'}}}]},
    }),
    post(
      'a webhook with side effects',
      '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All',
      {
        metadata: {name: `${ns}-webhook`},
        webhooks: [
          {
            name: 'a.example.com',
            clientConfig: {url: 'https://example.com/a'},
            sideEffects: 'Some',
            admissionReviewVersions: ['v1'],
          },
        ],
      },
    ),
  ];
}
