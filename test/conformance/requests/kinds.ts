import type {Json, JsonObject} from '../../../src/core/json.ts';
import {post, type Request} from '../request.ts';
import {pathsIn, TRY} from './paths.ts';

const template = (spec: JsonObject = {}): JsonObject => ({
  metadata: {labels: {app: 'a'}},
  spec: {containers: [{name: 'c', image: 'nginx'}], ...spec},
});
const selector: JsonObject = {matchLabels: {app: 'a'}};
const metadata: JsonObject = {name: 'a'};
const once = {restartPolicy: 'Never'};

type Tried = readonly [name: string, path: string, object: JsonObject];

/** The smallest object of every kind, and some with more: what the server makes of it is what defaults are. */
export function kinds(ns: string): readonly Request[] {
  const {core, apps, group} = pathsIn(ns);
  const rbac = 'rbac.authorization.k8s.io/v1';
  const storage = '/apis/storage.k8s.io/v1';
  const admission = '/apis/admissionregistration.k8s.io/v1';
  const tried: readonly Tried[] = [
    ['Pod', core('pods'), {metadata, spec: {containers: [{name: 'c', image: 'nginx'}]}}],
    ['Pod of a digest', core('pods'), {metadata, spec: {containers: [{name: 'c', image: 'nginx@sha256:aa'}]}}],
    ['Pod with everything', core('pods'), {metadata: {name: 'a', labels: {x: 'y'}}, spec: richPod()}],
    ['PodTemplate', core('podtemplates'), {metadata, template: template()}],
    ['ReplicationController', core('replicationcontrollers'), {metadata, spec: {template: template()}}],
    ['Service', core('services'), {metadata, spec: {ports: [{port: 80}], selector: {app: 'a'}}}],
    [
      'Service of a target',
      core('services'),
      {metadata, spec: {type: 'NodePort', ports: [{port: 80, targetPort: 'http'}]}},
    ],
    [
      'Service of a load balancer',
      core('services'),
      {
        metadata,
        spec: {
          type: 'LoadBalancer',
          ports: [
            {name: 'a', port: 80},
            {name: 'b', port: 53, protocol: 'UDP'},
          ],
        },
      },
    ],
    ['Service without an address', core('services'), {metadata, spec: {clusterIP: 'None', selector: {app: 'a'}}}],
    ['Service elsewhere', core('services'), {metadata, spec: {type: 'ExternalName', externalName: 'example.com'}}],
    ['ConfigMap', core('configmaps'), {metadata, data: {a: 'b'}, binaryData: {c: 'eA=='}}],
    ['ConfigMap of nothing', core('configmaps'), {metadata}],
    ['Secret', core('secrets'), {metadata, stringData: {a: 'b'}, data: {c: 'eA=='}}],
    [
      'Secret of a certificate',
      core('secrets'),
      {metadata, type: 'kubernetes.io/tls', data: {'tls.crt': '', 'tls.key': ''}},
    ],
    ['ServiceAccount', core('serviceaccounts'), {metadata}],
    [
      'Endpoints',
      core('endpoints'),
      {metadata, subsets: [{addresses: [{ip: '10.0.0.2'}, {ip: '10.0.0.1'}], ports: [{port: 80}]}]},
    ],
    [
      'LimitRange',
      core('limitranges'),
      {metadata, spec: {limits: [{type: 'Container', max: {cpu: '1'}, default: {memory: '64Mi'}}]}},
    ],
    ['ResourceQuota', core('resourcequotas'), {metadata, spec: {hard: {pods: '3', 'requests.cpu': 2}}}],
    [
      'PersistentVolumeClaim',
      core('persistentvolumeclaims'),
      {metadata, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}},
    ],
    [
      'PersistentVolume',
      '/api/v1/persistentvolumes',
      {
        metadata: {name: `${ns}-a`},
        spec: {capacity: {storage: '1Gi'}, accessModes: ['ReadWriteOnce'], hostPath: {path: '/a'}},
      },
    ],
    ['Namespace', '/api/v1/namespaces', {metadata: {name: `${ns}-other`}}],
    ['Node', '/api/v1/nodes', {metadata: {name: `${ns}-a`}}],
    [
      'Event',
      core('events'),
      {
        metadata,
        involvedObject: {kind: 'Pod', name: 'p', namespace: ns},
        reason: 'Test',
        type: 'Normal',
        message: 'text',
      },
    ],
    [
      'Event of events.k8s.io',
      group('events.k8s.io/v1', 'events'),
      {
        metadata,
        regarding: {kind: 'Pod', name: 'p', namespace: ns},
        reason: 'Test',
        type: 'Normal',
        note: 'text',
        action: 'Do',
        reportingController: 'x.example.com/c',
        reportingInstance: 'i',
        eventTime: '2026-01-01T00:00:00.000000Z',
      },
    ],
    ['Deployment', apps('deployments'), {metadata, spec: {selector, template: template()}}],
    [
      'Deployment with everything',
      apps('deployments'),
      {
        metadata,
        spec: {
          selector,
          replicas: 0,
          paused: true,
          strategy: {type: 'Recreate'},
          template: {metadata: {labels: {app: 'a'}}, spec: richPod()},
        },
      },
    ],
    ['ReplicaSet', apps('replicasets'), {metadata, spec: {selector, template: template()}}],
    ['StatefulSet', apps('statefulsets'), {metadata, spec: {selector, serviceName: 's', template: template()}}],
    [
      'StatefulSet with claims',
      apps('statefulsets'),
      {
        metadata,
        spec: {
          selector,
          serviceName: 's',
          template: template(),
          volumeClaimTemplates: [
            {metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}},
          ],
        },
      },
    ],
    ['DaemonSet', apps('daemonsets'), {metadata, spec: {selector, template: template()}}],
    ['ControllerRevision', apps('controllerrevisions'), {metadata, revision: 1, data: {a: 1}}],
    ['Job', group('batch/v1', 'jobs'), {metadata, spec: {template: template(once)}}],
    [
      'Job that is indexed',
      group('batch/v1', 'jobs'),
      {metadata, spec: {completions: 3, completionMode: 'Indexed', template: template(once)}},
    ],
    [
      'CronJob',
      group('batch/v1', 'cronjobs'),
      {metadata, spec: {schedule: '@daily', jobTemplate: {spec: {template: template(once)}}}},
    ],
    ['PodDisruptionBudget', group('policy/v1', 'poddisruptionbudgets'), {metadata, spec: {minAvailable: 1, selector}}],
    [
      'HorizontalPodAutoscaler',
      group('autoscaling/v2', 'horizontalpodautoscalers'),
      {
        metadata,
        spec: scaling({
          metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 50}}}],
        }),
      },
    ],
    [
      'HorizontalPodAutoscaler without metrics',
      group('autoscaling/v2', 'horizontalpodautoscalers'),
      {metadata, spec: scaling({})},
    ],
    ['HorizontalPodAutoscaler v1', group('autoscaling/v1', 'horizontalpodautoscalers'), {metadata, spec: scaling({})}],
    [
      'Ingress',
      group('networking.k8s.io/v1', 'ingresses'),
      {
        metadata,
        spec: {
          rules: [
            {
              host: 'a.example.com',
              http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: 's', port: {number: 80}}}}]},
            },
          ],
        },
      },
    ],
    [
      'IngressClass',
      '/apis/networking.k8s.io/v1/ingressclasses',
      {metadata: {name: `${ns}-a`}, spec: {controller: 'example.com/c'}},
    ],
    [
      'NetworkPolicy',
      group('networking.k8s.io/v1', 'networkpolicies'),
      {metadata, spec: {podSelector: {}, ingress: [{ports: [{port: 80}]}]}},
    ],
    [
      'EndpointSlice',
      group('discovery.k8s.io/v1', 'endpointslices'),
      {metadata, addressType: 'IPv4', endpoints: [{addresses: ['10.0.0.1']}], ports: [{port: 80}]},
    ],
    [
      'Lease',
      group('coordination.k8s.io/v1', 'leases'),
      {metadata, spec: {holderIdentity: 'me', renewTime: '2026-01-01T00:00:00.000000Z'}},
    ],
    ['Role', group(rbac, 'roles'), {metadata, rules: [{apiGroups: [''], resources: ['pods'], verbs: ['get']}]}],
    [
      'RoleBinding',
      group(rbac, 'rolebindings'),
      {
        metadata,
        roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a'},
        subjects: [
          {kind: 'ServiceAccount', name: 'default', namespace: ns},
          {kind: 'User', name: 'u'},
        ],
      },
    ],
    ['ClusterRole', `/apis/${rbac}/clusterroles`, {metadata: {name: `${ns}:a`}, rules: []}],
    [
      'ClusterRole of others',
      `/apis/${rbac}/clusterroles`,
      {metadata: {name: `${ns}:a`}, aggregationRule: {clusterRoleSelectors: [{matchLabels: {no: 'one'}}]}},
    ],
    [
      'ClusterRoleBinding',
      `/apis/${rbac}/clusterrolebindings`,
      {
        metadata: {name: `${ns}:a`},
        roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view'},
      },
    ],
    ['PriorityClass', '/apis/scheduling.k8s.io/v1/priorityclasses', {metadata: {name: `${ns}-a`}, value: 5}],
    ['RuntimeClass', '/apis/node.k8s.io/v1/runtimeclasses', {metadata: {name: `${ns}-a`}, handler: 'h'}],
    ['StorageClass', `${storage}/storageclasses`, {metadata: {name: `${ns}-a`}, provisioner: 'example.com/p'}],
    ['CSIDriver', `${storage}/csidrivers`, {metadata: {name: `${ns}.example.com`}, spec: {}}],
    [
      'VolumeAttachment',
      `${storage}/volumeattachments`,
      {metadata: {name: `${ns}-a`}, spec: {attacher: 'x', nodeName: 'n', source: {persistentVolumeName: 'p'}}},
    ],
    [
      'ValidatingWebhookConfiguration',
      `${admission}/validatingwebhookconfigurations`,
      {
        metadata: {name: `${ns}-a`},
        webhooks: [
          {
            name: 'a.example.com',
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            clientConfig: {url: 'https://example.com'},
            namespaceSelector: {matchLabels: {no: 'one'}},
          },
        ],
      },
    ],
    [
      'MutatingWebhookConfiguration',
      `${admission}/mutatingwebhookconfigurations`,
      {metadata: {name: `${ns}-a`}, webhooks: []},
    ],
    [
      'ValidatingAdmissionPolicy',
      `${admission}/validatingadmissionpolicies`,
      {
        metadata: {name: `${ns}-a`},
        spec: {
          matchConstraints: {
            resourceRules: [{apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods']}],
          },
          validations: [{expression: 'true'}],
        },
      },
    ],
    [
      'ValidatingAdmissionPolicyBinding',
      `${admission}/validatingadmissionpolicybindings`,
      {metadata: {name: `${ns}-a`}, spec: {policyName: 'p', validationActions: ['Deny']}},
    ],
    [
      'FlowSchema',
      '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
      {metadata: {name: `${ns}-a`}, spec: {priorityLevelConfiguration: {name: 'exempt'}}},
    ],
    [
      'PriorityLevelConfiguration',
      '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
      {metadata: {name: `${ns}-a`}, spec: {type: 'Limited', limited: {}}},
    ],
    [
      'ResourceClaim',
      group('resource.k8s.io/v1', 'resourceclaims'),
      {metadata, spec: {devices: {requests: [{name: 'r', exactly: {deviceClassName: 'c'}}]}}},
    ],
    ['DeviceClass', '/apis/resource.k8s.io/v1/deviceclasses', {metadata: {name: `${ns}.example.com`}, spec: {}}],
    [
      'CustomResourceDefinition',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: {name: `tries.${ns}.example.com`},
        spec: {
          group: `${ns}.example.com`,
          scope: 'Namespaced',
          names: {plural: 'tries', kind: 'Try'},
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {openAPIV3Schema: {type: 'object', properties: {spec: {type: 'object'}}}},
            },
          ],
        },
      },
    ],
    [
      'APIService',
      '/apis/apiregistration.k8s.io/v1/apiservices',
      {
        metadata: {name: `v1.${ns}.example.com`},
        spec: {
          group: `${ns}.example.com`,
          version: 'v1',
          groupPriorityMinimum: 10,
          versionPriority: 10,
          service: {namespace: ns, name: 's'},
          insecureSkipTLSVerify: true,
        },
      },
    ],
    [
      'CertificateSigningRequest that is none',
      '/apis/certificates.k8s.io/v1/certificatesigningrequests',
      {metadata: {name: `${ns}-a`}, spec: {request: 'eA==', signerName: 'example.com/s', usages: ['client auth']}},
    ],
  ];
  return tried.map(([name, path, object]) => post(`a new ${name}`, `${path}?${TRY}`, object as Json));
}

const scaling = (more: JsonObject): JsonObject => ({
  scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'd'},
  maxReplicas: 3,
  ...more,
});

const richPod = (): JsonObject => ({
  initContainers: [{name: 'i', image: 'x:latest'}],
  containers: [
    {
      name: 'c',
      image: 'nginx:1.27',
      ports: [{containerPort: 80}],
      env: [
        {name: 'A', value: ''},
        {name: 'B', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}},
        {name: 'C', valueFrom: {secretKeyRef: {name: 's', key: 'k'}}},
      ],
      resources: {limits: {cpu: '0.5', memory: '1024Mi'}},
      livenessProbe: {httpGet: {port: 80}},
      readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 0},
      startupProbe: {grpc: {port: 9}},
      lifecycle: {preStop: {httpGet: {port: 'http'}}},
      volumeMounts: [{name: 'v', mountPath: '/v', readOnly: false}],
      securityContext: {},
    },
  ],
  volumes: [
    {name: 'v', configMap: {name: 'c'}},
    {name: 's', secret: {secretName: 's'}},
    {name: 'e', emptyDir: {}},
    {name: 'h', hostPath: {path: '/x'}},
    {name: 'd', downwardAPI: {items: [{path: 'p', fieldRef: {fieldPath: 'metadata.labels'}}]}},
    {name: 'p', projected: {sources: [{serviceAccountToken: {path: 't'}}]}},
  ],
  terminationGracePeriodSeconds: 0,
  hostNetwork: false,
  nodeSelector: {},
  tolerations: [{key: 'k', operator: 'Exists'}],
  topologySpreadConstraints: [{maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule'}],
});
