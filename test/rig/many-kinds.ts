import type {JsonObject} from '../../src/core/json.ts';

const template = (app: string, container: JsonObject = {}, spec: JsonObject = {}): JsonObject => ({
  metadata: {labels: {app}},
  spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image: 'app:1', ...container}], ...spec},
});

const object = (apiVersion: string, kind: string, name: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name},
  ...rest,
});

/** Objects of many kinds, written so that the server has much to fill in and to rewrite. */
export const namespacedKinds = (): readonly JsonObject[] => [...workloads(), ...network(), ...limits(), ...rest()];

const workloads = (): readonly JsonObject[] => [
  object('apps/v1', 'StatefulSet', 'db', {
    spec: {
      serviceName: 'db',
      replicas: 1,
      selector: {matchLabels: {app: 'db'}},
      template: template('db', {
        livenessProbe: {httpGet: {path: '/', port: 'http'}},
        ports: [{name: 'http', containerPort: 80}],
        volumeMounts: [{name: 'data', mountPath: '/data'}],
        resources: {requests: {cpu: '.25', memory: '0.5Gi', 'ephemeral-storage': '1e9'}},
      }),
      volumeClaimTemplates: [
        {metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1024Mi'}}}},
      ],
    },
  }),
  object('apps/v1', 'DaemonSet', 'agent', {
    spec: {
      selector: {matchLabels: {app: 'agent'}},
      updateStrategy: {rollingUpdate: {maxUnavailable: '10%'}},
      template: template('agent', {
        args: [],
        env: [{name: 'NODE', valueFrom: {fieldRef: {fieldPath: 'spec.nodeName'}}}],
      }),
    },
  }),
  object('batch/v1', 'CronJob', 'nightly', {
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {spec: {template: {spec: {...(template('x')['spec'] as JsonObject), restartPolicy: 'Never'}}}},
    },
  }),
  object('v1', 'Pod', 'lone', {
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{name: 'app', image: 'app:1', volumeMounts: [{name: 'c', mountPath: '/c'}]}],
      volumes: [{name: 'c', configMap: {name: 'data', items: [{key: 'a', path: 'a'}]}}],
      tolerations: [{key: 'x', operator: 'Exists'}],
    },
  }),
];

const network = (): readonly JsonObject[] => [
  object('v1', 'Service', 'db', {
    spec: {clusterIP: 'None', selector: {app: 'db'}, ports: [{name: 'http', port: 80, targetPort: 'http'}]},
  }),
  object('v1', 'Service', 'outside', {spec: {type: 'ExternalName', externalName: 'example.dev'}}),
  object('v1', 'Service', 'both', {
    spec: {
      selector: {app: 'db'},
      ports: [
        {name: 'tcp', port: 53},
        {name: 'udp', port: 53, protocol: 'UDP'},
      ],
    },
  }),
  object('networking.k8s.io/v1', 'Ingress', 'web', {
    spec: {
      rules: [
        {
          host: 'example.dev',
          http: {
            paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: 'both', port: {number: 53}}}}],
          },
        },
      ],
    },
  }),
  object('networking.k8s.io/v1', 'NetworkPolicy', 'web', {
    spec: {podSelector: {}, ingress: [{from: [{podSelector: {}}], ports: [{port: 80}]}]},
  }),
  object('policy/v1', 'PodDisruptionBudget', 'db', {
    spec: {maxUnavailable: '50%', selector: {matchLabels: {app: 'db'}}},
  }),
];

const limits = (): readonly JsonObject[] => [
  object('v1', 'LimitRange', 'defaults', {
    spec: {limits: [{type: 'Container', default: {memory: '1024Mi'}, defaultRequest: {cpu: '0.1'}}]},
  }),
  object('v1', 'ResourceQuota', 'all', {spec: {hard: {'requests.cpu': '100.0', pods: '1000'}}}),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', 'db', {
    spec: {
      maxReplicas: 3,
      scaleTargetRef: {apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db'},
      behavior: {scaleDown: {policies: [{type: 'Percent', value: 10, periodSeconds: 60}]}},
      metrics: [
        {
          type: 'Pods',
          pods: {metric: {name: 'requests'}, target: {type: 'AverageValue', averageValue: '0.5'}},
        },
      ],
    },
  }),
];

const rest = (): readonly JsonObject[] => [
  object('v1', 'ConfigMap', 'data', {data: {a: '', b: 'x'}, binaryData: {c: 'AAA='}}),
  object('v1', 'Secret', 'pull', {
    type: 'kubernetes.io/dockerconfigjson',
    stringData: {'.dockerconfigjson': '{"auths":{}}'},
  }),
  object('v1', 'ServiceAccount', 'web', {imagePullSecrets: [{name: 'pull'}], automountServiceAccountToken: false}),
  object('coordination.k8s.io/v1', 'Lease', 'leader', {
    spec: {holderIdentity: 'me', renewTime: '2026-01-01T00:00:00.000000Z', leaseDurationSeconds: 15},
  }),
  object('discovery.k8s.io/v1', 'EndpointSlice', 'own', {
    addressType: 'IPv4',
    endpoints: [{addresses: ['192.0.2.1']}],
    ports: [{port: 80}],
  }),
  object('rbac.authorization.k8s.io/v1', 'Role', 'web', {
    rules: [{apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: []}],
  }),
];

/** The same for kinds outside of namespaces, named after the test. */
export const clusterKinds = (name: string): readonly JsonObject[] => [
  object('v1', 'PersistentVolume', name, {
    spec: {
      capacity: {storage: '1024Mi'},
      accessModes: ['ReadWriteOnce'],
      hostPath: {path: '/tmp/x'},
      storageClassName: name,
    },
  }),
  object('storage.k8s.io/v1', 'StorageClass', name, {provisioner: 'example.dev/none'}),
  object('scheduling.k8s.io/v1', 'PriorityClass', name, {value: 7}),
  object('networking.k8s.io/v1', 'IngressClass', name, {spec: {controller: 'example.dev/none'}}),
  object('node.k8s.io/v1', 'RuntimeClass', name, {handler: 'none', overhead: {podFixed: {cpu: '0.01'}}}),
  object('storage.k8s.io/v1', 'CSIDriver', `${name}.example.dev`, {spec: {attachRequired: false}}),
  object('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', name, {
    spec: {priorityLevelConfiguration: {name: 'global-default'}, matchingPrecedence: 9999},
  }),
  object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', name, {
    spec: {
      matchConstraints: {
        resourceRules: [
          {apiGroups: ['example.dev'], apiVersions: ['*'], operations: ['CREATE'], resources: ['nothing']},
        ],
      },
      validations: [{expression: 'true'}],
    },
  }),
  object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', name, {
    webhooks: [
      {
        name: 'a.example.dev',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: {service: {name: 'none', namespace: 'default'}},
        rules: [{apiGroups: ['example.dev'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing']}],
      },
    ],
  }),
  object('rbac.authorization.k8s.io/v1', 'ClusterRole', name, {
    rules: [{nonResourceURLs: ['/healthz'], verbs: ['get']}],
  }),
];
