import type {JsonObject} from '../../../src/core/json.ts';
import {post, type Request} from '../request.ts';
import {pathsIn, TRY} from './paths.ts';

type Wrong = readonly [name: string, path: string, object: JsonObject];

const labelled = {labels: {app: 'a'}};
const pod = (container: JsonObject, spec: JsonObject = {}): JsonObject => ({
  metadata: {name: 'a'},
  spec: {containers: [{name: 'c', image: 'nginx', ...container}], ...spec},
});
const deployment = (spec: JsonObject): JsonObject => ({
  metadata: {name: 'a'},
  spec: {
    selector: {matchLabels: {app: 'a'}},
    template: {metadata: labelled, spec: {containers: [{name: 'c', image: 'nginx'}]}},
    ...spec,
  },
});
const service = (spec: JsonObject): JsonObject => ({metadata: {name: 'a'}, spec: {ports: [{port: 80}], ...spec}});

/** What users get wrong: every mistake is told, in the server's words. */
export function wrongObjects(ns: string): readonly Request[] {
  const {core, apps, group} = pathsIn(ns);
  const named = (name: string, labels: JsonObject = {}): JsonObject => ({metadata: {name, labels}});
  const wrong: readonly Wrong[] = [
    ['a name in capitals', core('configmaps'), named('Wrong')],
    ['a name that is too long', core('configmaps'), named('a'.repeat(254))],
    ['a name with a slash', core('configmaps'), named('a/b')],
    ['no name', core('configmaps'), {metadata: {}}],
    ['no metadata', core('configmaps'), {}],
    ['a service name that starts with a digit', core('services'), {...service({}), metadata: {name: '1a'}}],
    ['a label that is too long', core('configmaps'), named('a', {x: 'y'.repeat(64)})],
    ['a label with a space', core('configmaps'), named('a', {'a b': 'c d'})],
    ['an annotation without a name', core('configmaps'), {metadata: {name: 'a', annotations: {'x/': ''}}}],
    [
      'annotations that are too large',
      core('configmaps'),
      {metadata: {name: 'a', annotations: {x: 'y'.repeat(262_145)}}},
    ],
    [
      'an owner without a uid',
      core('configmaps'),
      {metadata: {name: 'a', ownerReferences: [{apiVersion: 'v1', kind: 'Pod', name: 'p'}]}},
    ],
    [
      'two controllers',
      core('configmaps'),
      {
        metadata: {
          name: 'a',
          ownerReferences: [
            {apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true},
            {apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'v', controller: true},
          ],
        },
      },
    ],
    ['a finalizer without a domain', core('configmaps'), {metadata: {name: 'a', finalizers: ['nothing']}}],
    ['a generated name with capitals', core('configmaps'), {metadata: {generateName: 'Wrong-'}}],
    ['a configuration key with a slash', core('configmaps'), {metadata: {name: 'a'}, data: {'a/b': 'c'}}],
    ['a configuration key twice', core('configmaps'), {metadata: {name: 'a'}, data: {a: 'b'}, binaryData: {a: 'eA=='}}],
    ['configuration that is too large', core('configmaps'), {metadata: {name: 'a'}, data: {a: 'b'.repeat(1_048_577)}}],
    ['secret data that is no base64', core('secrets'), {metadata: {name: 'a'}, data: {a: '!'}}],
    [
      'a certificate without its key',
      core('secrets'),
      {metadata: {name: 'a'}, type: 'kubernetes.io/tls', data: {'tls.crt': 'eA=='}},
    ],
    [
      'a registry login that is no JSON',
      core('secrets'),
      {metadata: {name: 'a'}, type: 'kubernetes.io/dockerconfigjson', stringData: {'.dockerconfigjson': 'x'}},
    ],
    ['a basic login with neither', core('secrets'), {metadata: {name: 'a'}, type: 'kubernetes.io/basic-auth'}],
    ['a pod without containers', core('pods'), {metadata: {name: 'a'}, spec: {}}],
    ['a pod without a specification', core('pods'), {metadata: {name: 'a'}}],
    ['a container without an image', core('pods'), pod({image: ''})],
    ['a container with a wrong name', core('pods'), pod({name: 'C_1'})],
    [
      'two containers of a name',
      core('pods'),
      pod(
        {},
        {
          containers: [
            {name: 'c', image: 'a'},
            {name: 'c', image: 'b'},
          ],
        },
      ),
    ],
    ['a wrong pull policy', core('pods'), pod({imagePullPolicy: 'Sometimes'})],
    ['a wrong restart policy', core('pods'), pod({}, {restartPolicy: 'Perhaps'})],
    ['a port that is too large', core('pods'), pod({ports: [{containerPort: 70_000}]})],
    ['a wrong protocol', core('pods'), pod({ports: [{containerPort: 80, protocol: 'HTTP'}]})],
    ['a port name that is too long', core('pods'), pod({ports: [{containerPort: 80, name: 'a-name-too-long-'}]})],
    ['a mount of no volume', core('pods'), pod({volumeMounts: [{name: 'v', mountPath: '/v'}]})],
    [
      'a mount twice',
      core('pods'),
      pod(
        {
          volumeMounts: [
            {name: 'v', mountPath: '/v'},
            {name: 'v', mountPath: '/v'},
          ],
        },
        {volumes: [{name: 'v', emptyDir: {}}]},
      ),
    ],
    ['a volume of two kinds', core('pods'), pod({}, {volumes: [{name: 'v', emptyDir: {}, hostPath: {path: '/'}}]})],
    ['two volumes of a name', core('pods'), pod({}, {volumes: [{name: 'v'}, {name: 'v'}]})],
    ['a request above its limit', core('pods'), pod({resources: {requests: {cpu: '2'}, limits: {cpu: '1'}}})],
    ['a negative request', core('pods'), pod({resources: {requests: {cpu: '-1'}}})],
    ['an unknown resource', core('pods'), pod({resources: {requests: {gpus: '1'}}})],
    ['a variable with no name', core('pods'), pod({env: [{name: '', value: 'a'}]})],
    [
      'a variable of two sources',
      core('pods'),
      pod({env: [{name: 'A', value: 'a', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}}]}),
    ],
    [
      'a field that variables cannot have',
      core('pods'),
      pod({env: [{name: 'A', valueFrom: {fieldRef: {fieldPath: 'spec.nothing'}}}]}),
    ],
    ['a probe of nothing', core('pods'), pod({livenessProbe: {}})],
    [
      'a probe that never succeeds enough',
      core('pods'),
      pod({livenessProbe: {httpGet: {port: 80}, successThreshold: 2}}),
    ],
    ['a probe that is too often', core('pods'), pod({readinessProbe: {httpGet: {port: 80}, periodSeconds: -1}})],
    ['a service account that is not there', core('pods'), pod({}, {serviceAccountName: 'nobody'})],
    ['a priority class that is not there', core('pods'), pod({}, {priorityClassName: 'nothing'})],
    ['a wrong DNS policy', core('pods'), pod({}, {dnsPolicy: 'Never'})],
    ['a toleration without a key', core('pods'), pod({}, {tolerations: [{operator: 'Equal', value: 'x'}]})],
    ['a negative grace period', core('pods'), pod({}, {terminationGracePeriodSeconds: -1})],
    [
      'a capability that cannot be',
      core('pods'),
      pod({securityContext: {privileged: true, allowPrivilegeEscalation: false}}),
    ],
    ['a deployment without a selector', apps('deployments'), deployment({selector: null})],
    ['a deployment with an empty selector', apps('deployments'), deployment({selector: {}})],
    [
      'a deployment that does not select its pods',
      apps('deployments'),
      deployment({selector: {matchLabels: {app: 'b'}}}),
    ],
    [
      'a deployment without a template',
      apps('deployments'),
      {metadata: {name: 'a'}, spec: {selector: {matchLabels: {app: 'a'}}}},
    ],
    ['a deployment of a negative number', apps('deployments'), deployment({replicas: -1})],
    [
      'a deployment whose pods end',
      apps('deployments'),
      deployment({
        template: {metadata: labelled, spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}},
      }),
    ],
    [
      'a rollout that cannot move',
      apps('deployments'),
      deployment({strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}}),
    ],
    ['a rollout of a wrong share', apps('deployments'), deployment({strategy: {rollingUpdate: {maxSurge: '10'}}})],
    [
      'a recreation that rolls',
      apps('deployments'),
      deployment({strategy: {type: 'Recreate', rollingUpdate: {maxSurge: 1}}}),
    ],
    ['a wrong strategy', apps('deployments'), deployment({strategy: {type: 'Sometimes'}})],
    [
      'a deadline before it can be ready',
      apps('deployments'),
      deployment({minReadySeconds: 10, progressDeadlineSeconds: 5}),
    ],
    [
      'a selector with a wrong operator',
      apps('deployments'),
      deployment({selector: {matchExpressions: [{key: 'app', operator: 'Is', values: ['a']}]}}),
    ],
    [
      'a stateful set that does not select its pods',
      apps('statefulsets'),
      deployment({selector: {matchLabels: {app: 'b'}}, serviceName: 's'}),
    ],
    [
      'a stateful set with a wrong policy',
      apps('statefulsets'),
      deployment({serviceName: 's', podManagementPolicy: 'Wild'}),
    ],
    [
      'a daemon set whose pods end',
      apps('daemonsets'),
      deployment({
        template: {metadata: labelled, spec: {restartPolicy: 'OnFailure', containers: [{name: 'c', image: 'x'}]}},
      }),
    ],
    [
      'a job whose pods always restart',
      group('batch/v1', 'jobs'),
      {metadata: {name: 'a'}, spec: {template: {spec: {containers: [{name: 'c', image: 'x'}]}}}},
    ],
    [
      'a job that names its selector',
      group('batch/v1', 'jobs'),
      {
        metadata: {name: 'a'},
        spec: {
          selector: {matchLabels: {app: 'a'}},
          template: {metadata: labelled, spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}},
        },
      },
    ],
    [
      'a job of a negative number',
      group('batch/v1', 'jobs'),
      {
        metadata: {name: 'a'},
        spec: {parallelism: -1, template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}}},
      },
    ],
    [
      'a schedule that is none',
      group('batch/v1', 'cronjobs'),
      {
        metadata: {name: 'a'},
        spec: {
          schedule: 'often',
          jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}}}},
        },
      },
    ],
    [
      'a schedule with a time zone in it',
      group('batch/v1', 'cronjobs'),
      {
        metadata: {name: 'a'},
        spec: {
          schedule: 'TZ=UTC * * * * *',
          jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}}}},
        },
      },
    ],
    [
      'a name that is too long for its jobs',
      group('batch/v1', 'cronjobs'),
      {
        metadata: {name: 'a'.repeat(53)},
        spec: {
          schedule: '* * * * *',
          jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}}}},
        },
      },
    ],
    [
      'a budget of both',
      group('policy/v1', 'poddisruptionbudgets'),
      {metadata: {name: 'a'}, spec: {minAvailable: 1, maxUnavailable: 1}},
    ],
    [
      'an autoscaler of none',
      group('autoscaling/v2', 'horizontalpodautoscalers'),
      {metadata: {name: 'a'}, spec: {scaleTargetRef: {kind: '', name: ''}, minReplicas: 3, maxReplicas: 1}},
    ],
    ['a service of no ports', core('services'), service({ports: []})],
    ['a service of a wrong port', core('services'), service({ports: [{port: 0}]})],
    ['a service of two ports without names', core('services'), service({ports: [{port: 80}, {port: 81}]})],
    ['a service of a wrong type', core('services'), service({type: 'Anything'})],
    ['a service of a wrong address', core('services'), service({clusterIP: '1.2.3'})],
    ['a service of a foreign address', core('services'), service({clusterIP: '192.0.2.1'})],
    [
      'a service of a wrong node port',
      core('services'),
      service({type: 'NodePort', ports: [{port: 80, nodePort: 80}]}),
    ],
    ['a service elsewhere without a name', core('services'), service({type: 'ExternalName'})],
    ['a service of a wrong affinity', core('services'), service({sessionAffinity: 'Always'})],
    ['an ingress of nothing', group('networking.k8s.io/v1', 'ingresses'), {metadata: {name: 'a'}, spec: {}}],
    [
      'an ingress without a path type',
      group('networking.k8s.io/v1', 'ingresses'),
      {
        metadata: {name: 'a'},
        spec: {rules: [{http: {paths: [{path: '/', backend: {service: {name: 's', port: {number: 80}}}}]}}]},
      },
    ],
    [
      'an ingress of a wrong host',
      group('networking.k8s.io/v1', 'ingresses'),
      {
        metadata: {name: 'a'},
        spec: {
          rules: [
            {host: 'A_b', http: {paths: [{path: 'x', pathType: 'Exact', backend: {service: {name: 's', port: {}}}}]}},
          ],
        },
      },
    ],
    [
      'a claim of no size',
      core('persistentvolumeclaims'),
      {metadata: {name: 'a'}, spec: {accessModes: ['ReadWriteOnce']}},
    ],
    [
      'a claim of no mode',
      core('persistentvolumeclaims'),
      {metadata: {name: 'a'}, spec: {resources: {requests: {storage: '1Gi'}}}},
    ],
    [
      'a role with a rule of no verbs',
      group('rbac.authorization.k8s.io/v1', 'roles'),
      {metadata: {name: 'a'}, rules: [{apiGroups: [''], resources: ['pods']}]},
    ],
    [
      'a binding to no role',
      group('rbac.authorization.k8s.io/v1', 'rolebindings'),
      {metadata: {name: 'a'}, roleRef: {apiGroup: 'x', kind: 'Thing', name: ''}},
    ],
    [
      'a network policy of a wrong range',
      group('networking.k8s.io/v1', 'networkpolicies'),
      {metadata: {name: 'a'}, spec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 'x'}}]}]}},
    ],
    [
      'a limit of a wrong default',
      core('limitranges'),
      {metadata: {name: 'a'}, spec: {limits: [{type: 'Container', default: {cpu: '2'}, max: {cpu: '1'}}]}},
    ],
    ['a quota of nothing known', core('resourcequotas'), {metadata: {name: 'a'}, spec: {hard: {nothing: '1'}}}],
    [
      'a priority that only the system has',
      '/apis/scheduling.k8s.io/v1/priorityclasses',
      {metadata: {name: `${ns}-a`}, value: 2_000_000_000},
    ],
    ['a storage class without a provisioner', '/apis/storage.k8s.io/v1/storageclasses', {metadata: {name: `${ns}-a`}}],
    ['a namespace with a dot', '/api/v1/namespaces', {metadata: {name: 'a.b'}}],
    [
      'an event about nothing',
      core('events'),
      {metadata: {name: 'a'}, involvedObject: {kind: 'Pod', name: 'p', namespace: 'elsewhere'}},
    ],
    [
      'a definition of another name',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: {name: 'wrong'},
        spec: {group: `${ns}.example.com`, scope: 'Anywhere', names: {plural: 'tries', kind: 'Try'}, versions: []},
      },
    ],
    [
      'a definition without structure',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: {name: `tries.${ns}.example.com`},
        spec: {
          group: `${ns}.example.com`,
          scope: 'Namespaced',
          names: {plural: 'tries', kind: 'Try'},
          versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {properties: {spec: {}}}}}],
        },
      },
    ],
  ];
  return wrong.map(([name, path, object]) => post(name, `${path}?${TRY}`, object));
}
