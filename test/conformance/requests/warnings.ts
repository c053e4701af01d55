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

const ANNOTATIONS: Readonly<Record<string, JsonObject>> = {
  // Of a bare Pod the real server makes a field of it, which the sandbox does not.
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
      ...(name === 'of AppArmor'
        ? []
        : [
            post(`a pod with annotations ${name}`, pods, {metadata: {name: 'warned', annotations}, spec: {containers}}),
          ]),
      post(`a deployment with annotations ${name}`, deployments, template({}, annotations)),
    ]),
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
