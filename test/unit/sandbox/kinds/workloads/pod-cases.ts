import type {Case} from './cases.ts';

const pod = (name: string, set: Case['set'] = {}): Case => ({name, of: 'pod', set});

const web = (path: string): string => `spec.containers.0.${path}`;

const ACCEPTED: readonly Case[] = [
  pod('a plain one'),
  pod('an image without a tag', {[web('image')]: 'nginx'}),
  pod('an image of a registry with a port', {[web('image')]: 'localhost:5000/team/nginx'}),
  pod('an image by its digest', {[web('image')]: `nginx@sha256:${'0'.repeat(64)}`}),
  pod('an image whose name is none', {[web('image')]: 'Nginx/UPPER'}),
  pod('ports', {
    [web('ports')]: [
      {containerPort: 80, name: 'http'},
      {containerPort: 53, protocol: 'UDP'},
    ],
  }),
  pod('ports on the host network', {'spec.hostNetwork': true, [web('ports')]: [{containerPort: 80}]}),
  pod('probes of every kind', {
    [web('livenessProbe')]: {httpGet: {port: 80}, initialDelaySeconds: 3},
    [web('readinessProbe')]: {tcpSocket: {port: 'http'}, periodSeconds: 2},
    [web('startupProbe')]: {grpc: {port: 9000}, failureThreshold: 30},
    [web('lifecycle')]: {preStop: {httpGet: {port: 80, path: '/stop'}}, postStart: {exec: {command: ['true']}}},
    [web('ports')]: [{containerPort: 80, name: 'http'}],
  }),
  pod('limits without requests', {[web('resources')]: {limits: {cpu: '1', memory: '64Mi'}, requests: {cpu: '500m'}}}),
  pod('guaranteed', {[web('resources')]: {limits: {cpu: '1', memory: '64Mi'}}}),
  pod('resources of the whole pod', {
    'spec.resources': {limits: {cpu: '2', memory: '1Gi'}},
    [web('resources')]: {requests: {cpu: '500m'}},
  }),
  pod('variables from everywhere', {
    [web('env')]: [
      {name: 'A', value: 'x'},
      {name: 'B', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}},
      {name: 'C', valueFrom: {resourceFieldRef: {resource: 'limits.cpu'}}},
      {name: 'D', valueFrom: {secretKeyRef: {name: 's', key: 'k'}}},
    ],
    [web('envFrom')]: [{configMapRef: {name: 'c'}, prefix: 'P_'}],
  }),
  pod('volumes of every common kind', {
    'spec.volumes': [
      {name: 'none'},
      {name: 'host', hostPath: {path: '/tmp'}},
      {name: 'secret', secret: {secretName: 's', items: [{key: 'a', path: 'b'}]}},
      {name: 'config', configMap: {name: 'c', optional: true}},
      {name: 'claim', persistentVolumeClaim: {claimName: 'c'}},
      {name: 'down', downwardAPI: {items: [{path: 'labels', fieldRef: {fieldPath: 'metadata.labels'}}]}},
      {name: 'memory', emptyDir: {medium: 'Memory', sizeLimit: '1Gi'}},
      {name: 'all', projected: {sources: [{serviceAccountToken: {path: 't'}}, {secret: {name: 's'}}]}},
      {
        name: 'scratch',
        ephemeral: {
          volumeClaimTemplate: {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}},
        },
      },
      {name: 'nfs', nfs: {server: 's', path: '/'}},
      {name: 'csi', csi: {driver: 'd.example.com'}},
    ],
    [web('volumeMounts')]: [{name: 'none', mountPath: '/none'}],
  }),
  pod('init containers and sidecars', {
    'spec.initContainers': [
      {name: 'first', image: 'busybox:1', command: ['true']},
      {name: 'side', image: 'busybox:1', restartPolicy: 'Always', readinessProbe: {exec: {command: ['true']}}},
    ],
  }),
  pod('a restart policy of a container, which is behind a gate', {[web('restartPolicy')]: 'Never'}),
  pod('no token', {'spec.automountServiceAccountToken': false}),
  pod('its own mount where the token would be', {
    'spec.volumes': [{name: 'own', emptyDir: {}}],
    [web('volumeMounts')]: [{name: 'own', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount'}],
  }),
  pod('the old name of the service account field', {'spec.serviceAccount': 'default'}),
  pod('a toleration of everything', {'spec.tolerations': [{operator: 'Exists'}]}),
  pod('a toleration of not-ready', {
    'spec.tolerations': [
      {key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 10},
    ],
  }),
  pod('a system priority class', {'spec.priorityClassName': 'system-node-critical'}),
  pod('memory pressure is tolerated where something is requested', {[web('resources')]: {requests: {cpu: '1m'}}}),
  pod('gated', {'spec.schedulingGates': [{name: 'example.com/gate'}]}),
  pod('spread by keys of labels', {
    'metadata.labels': {app: 'web', hash: '1'},
    'spec.topologySpreadConstraints': [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: {matchLabels: {app: 'web'}},
        matchLabelKeys: ['hash'],
      },
    ],
  }),
  pod('away from its own kind by keys of labels', {
    'metadata.labels': {app: 'web', hash: '1'},
    'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution': [
      {topologyKey: 'zone', labelSelector: {matchLabels: {app: 'web'}}, matchLabelKeys: ['hash']},
    ],
  }),
  pod('an image that needs a pull secret', {'spec.imagePullSecrets': [{name: 'registry'}]}),
  pod('security contexts', {
    'spec.securityContext': {runAsNonRoot: true, fsGroup: 1000, seccompProfile: {type: 'RuntimeDefault'}},
    [web('securityContext')]: {
      allowPrivilegeEscalation: false,
      capabilities: {drop: ['ALL']},
      readOnlyRootFilesystem: true,
    },
  }),
];

const REFUSED: readonly Case[] = [
  pod('no containers', {'spec.containers': []}),
  pod('no image', {[web('image')]: undefined}),
  pod('no name of a container', {[web('name')]: undefined}),
  pod('a bad name of a container', {[web('name')]: 'Web_1'}),
  pod('a name of a container with dots', {[web('name')]: 'web.1'}),
  pod('an image with blanks', {[web('image')]: ' nginx '}),
  pod('two containers of one name', {'spec.containers.1': {name: 'web', image: 'x'}}),
  pod('an init container of the same name', {'spec.initContainers': [{name: 'web', image: 'x'}]}),
  pod('an init container with a probe', {
    'spec.initContainers': [
      {name: 'i', image: 'x', readinessProbe: {exec: {command: ['x']}}, lifecycle: {preStop: {exec: {command: ['x']}}}},
    ],
  }),
  pod('an init container that restarts sometimes', {
    'spec.initContainers': [{name: 'i', image: 'x', restartPolicy: 'OnFailure'}],
  }),
  pod('a bad restart policy', {'spec.restartPolicy': 'Sometimes'}),
  pod('a bad dns policy', {'spec.dnsPolicy': 'Mine'}),
  pod('no nameservers where there must be', {'spec.dnsPolicy': 'None'}),
  pod('bad nameservers', {
    'spec.dnsConfig': {
      nameservers: ['x', '1.1.1.1', '2.2.2.2', '3.3.3.3'],
      searches: ['Bad_'],
      options: [{value: 'x'}],
    },
  }),
  pod('a bad pull policy', {[web('imagePullPolicy')]: 'Often'}),
  pod('a bad termination message policy', {[web('terminationMessagePolicy')]: 'X'}),
  pod('a port out of range', {[web('ports')]: [{containerPort: 70_000}, {containerPort: -1, hostPort: 99_999}]}),
  pod('no port', {[web('ports')]: [{name: 'http'}]}),
  pod('a bad protocol and a bad name of a port', {
    [web('ports')]: [{containerPort: 80, protocol: 'HTTP', name: 'this-name-is-far-too-long'}],
  }),
  pod('odd names of ports', {
    [web('ports')]: [
      {containerPort: 80, name: '80'},
      {containerPort: 81, name: '-a--b'},
      {containerPort: 82, name: 'A'},
    ],
  }),
  pod('two ports of one name', {
    [web('ports')]: [
      {containerPort: 80, name: 'a'},
      {containerPort: 81, name: 'a'},
    ],
  }),
  pod('two containers on one port of the host', {
    [web('ports')]: [{containerPort: 80, hostPort: 80}],
    'spec.containers.1': {name: 'b', image: 'x', ports: [{containerPort: 80, hostPort: 80}]},
  }),
  pod('another port of the host on the host network', {
    'spec.hostNetwork': true,
    [web('ports')]: [{containerPort: 80, hostPort: 81}],
  }),
  pod('a variable without a name', {[web('env')]: [{value: 'x'}]}),
  pod('a variable with an equals sign', {[web('env')]: [{name: 'a=b', value: 'x'}]}),
  pod('variables whose source is wrong', {
    [web('env')]: [
      {name: 'A', valueFrom: {}},
      {name: 'B', value: 'x', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}},
      {name: 'C', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}, secretKeyRef: {name: 's', key: 'k'}}},
      {name: 'D', valueFrom: {fieldRef: {fieldPath: 'spec.nope'}}},
      {name: 'E', valueFrom: {fieldRef: {fieldPath: 'spec.restartPolicy'}}},
      {name: 'F', valueFrom: {resourceFieldRef: {resource: 'limits.gpu'}}},
      {name: 'G', valueFrom: {secretKeyRef: {name: 'S_', key: 'a b'}}},
      {name: 'H', valueFrom: {configMapKeyRef: {name: 'c'}}},
      {name: 'I', valueFrom: {fieldRef: {fieldPath: "metadata.labels['x y']"}}},
      {name: 'J', valueFrom: {resourceFieldRef: {resource: 'limits.cpu', divisor: '3'}}},
      {name: 'K', valueFrom: {fieldRef: {}}},
    ],
  }),
  pod('sources of variables that are wrong', {
    [web('envFrom')]: [{prefix: '='}, {configMapRef: {}, secretRef: {name: 'x'}}, {secretRef: {name: 'Bad'}}],
  }),
  pod('a mount of no volume', {[web('volumeMounts')]: [{name: 'data', mountPath: '/data'}]}),
  pod('mounts that are wrong', {
    'spec.volumes': [{name: 'data'}],
    [web('volumeMounts')]: [
      {name: 'data', mountPath: '/a'},
      {name: 'data', mountPath: '/a', subPath: '/x'},
      {name: 'data', mountPath: '/b', subPath: '../x', subPathExpr: 'y'},
      {name: 'data'},
      {name: 'data', mountPath: '/c', mountPropagation: 'Sideways'},
      {name: 'data', mountPath: '/d', mountPropagation: 'Bidirectional'},
    ],
  }),
  pod('devices that are wrong', {
    'spec.volumes': [{name: 'data'}, {name: 'c', persistentVolumeClaim: {claimName: 'c'}}],
    [web('volumeDevices')]: [
      {name: 'data', devicePath: '/d'},
      {name: 'no', devicePath: '/e'},
      {name: 'c'},
      {name: 'c', devicePath: '../e'},
    ],
  }),
  pod('volumes that are wrong', {
    'spec.volumes': [
      {emptyDir: {}},
      {name: 'Bad', emptyDir: {}},
      {name: 'a', emptyDir: {}},
      {name: 'a', emptyDir: {}},
      {name: 'b', emptyDir: {}, hostPath: {path: '/x'}},
      {name: 'c', secret: {}},
      {
        name: 'd',
        configMap: {
          defaultMode: 1000,
          items: [
            {key: 'a', path: '../b'},
            {path: '/x', mode: 4000},
          ],
        },
      },
      {name: 'e', persistentVolumeClaim: {}},
      {name: 'f', hostPath: {path: '/a/../b', type: 'Dir'}},
      {name: 'g', nfs: {path: 'x'}},
      {
        name: 'h',
        downwardAPI: {
          items: [
            {path: 'p'},
            {path: 'q', fieldRef: {fieldPath: 'spec.nodeName'}},
            {path: 'r', resourceFieldRef: {resource: 'limits.cpu'}},
          ],
        },
      },
      {name: 'i', hostPath: {}},
      {name: 'j', csi: {driver: ''}},
    ],
  }),
  pod('projections that are wrong', {
    'spec.volumes': [
      {
        name: 'a',
        projected: {
          defaultMode: 999,
          sources: [
            {secret: {items: [{key: 'k', path: 'p'}]}},
            {configMap: {name: 'c', items: [{key: 'k', path: 'p'}]}},
            {serviceAccountToken: {path: '', expirationSeconds: 5}},
            {secret: {name: 'a'}, configMap: {name: 'b'}},
            {},
          ],
        },
      },
    ],
  }),
  pod('a probe without a handler', {[web('livenessProbe')]: {periodSeconds: 3}}),
  pod('probes that are wrong', {
    [web('livenessProbe')]: {exec: {command: ['x']}, httpGet: {port: 80}, successThreshold: 2, periodSeconds: -1},
    [web('readinessProbe')]: {
      httpGet: {port: 'not a port', scheme: 'FTP', httpHeaders: [{name: 'a b', value: 'x'}]},
      terminationGracePeriodSeconds: 3,
    },
    [web('startupProbe')]: {tcpSocket: {port: 0}, terminationGracePeriodSeconds: 0, initialDelaySeconds: -3},
    [web('lifecycle')]: {preStop: {}, postStart: {sleep: {seconds: 99}}},
  }),
  pod('an exec probe without a command', {[web('livenessProbe')]: {exec: {}}}),
  pod('more requested than allowed', {
    [web('resources')]: {requests: {cpu: '2', memory: '2Gi'}, limits: {cpu: '1', memory: '1Gi'}},
  }),
  pod('negative resources', {[web('resources')]: {requests: {cpu: '-1'}}}),
  pod('unknown resources', {[web('resources')]: {limits: {gpu: '1', storage: '1'}}}),
  pod('a part of a device', {[web('resources')]: {limits: {'example.com/gpu': '500m'}}}),
  pod('a device requested without a limit', {[web('resources')]: {requests: {'example.com/gpu': '1'}}}),
  pod('huge pages alone', {[web('resources')]: {limits: {'hugepages-2Mi': '3Mi'}}}),
  pod('a bad name of a resource', {[web('resources')]: {limits: {'a b': '1'}}}),
  pod('less for the pod than for its containers', {
    'spec.resources': {requests: {cpu: '1'}, limits: {cpu: '1'}},
    [web('resources')]: {requests: {cpu: '2'}, limits: {cpu: '3'}},
  }),
  pod('a bad node selector', {'spec.nodeSelector': {'a b': 'c d'}}),
  pod('bad labels and annotations', {'spec.hostname': 'Bad.Host', 'spec.subdomain': 'a.b'}),
  pod('bad names', {
    'spec.nodeName': 'N_',
    'spec.runtimeClassName': 'R_',
    'spec.schedulerName': 'x',
    'spec.activeDeadlineSeconds': 0,
  }),
  pod('bad tolerations', {
    'spec.tolerations': [
      {key: 'a', operator: 'Exists', value: 'x'},
      {operator: 'Equal', effect: 'NoExecute'},
      {key: 'a', effect: 'Never', operator: 'Is'},
      {key: 'a', tolerationSeconds: 3, operator: 'Exists', effect: 'NoSchedule'},
      {key: 'a b', value: 'c d', effect: 'NoExecute'},
    ],
  }),
  pod('bad host aliases', {'spec.hostAliases': [{ip: 'x', hostnames: ['Bad_']}]}),
  pod('bad affinities', {
    'spec.affinity': {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                {key: 'a', operator: 'In'},
                {key: 'b', operator: 'Is'},
                {key: 'c', operator: 'Exists', values: ['x']},
                {key: 'd', operator: 'Gt', values: ['1', '2']},
                {key: 'e e', operator: 'In', values: ['f f']},
              ],
              matchFields: [{key: 'metadata.uid', operator: 'In', values: ['a', 'b']}],
            },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          {weight: 0, preference: {matchExpressions: [{key: 'a', operator: 'In'}]}},
        ],
      },
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          {labelSelector: {matchExpressions: [{key: 'a', operator: 'Is'}]}, namespaces: ['N_'], topologyKey: ''},
        ],
      },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {weight: 101, podAffinityTerm: {topologyKey: 'a b', labelSelector: {matchLabels: {'a b': 'c'}}}},
        ],
      },
    },
  }),
  pod('no terms of a node selector', {
    'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution': {nodeSelectorTerms: []},
  }),
  pod('bad constraints of spreading', {
    'spec.topologySpreadConstraints': [
      {maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Panic'},
      {maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2},
      {
        maxSkew: 1,
        topologyKey: 'a',
        whenUnsatisfiable: 'ScheduleAnyway',
        nodeAffinityPolicy: 'X',
        matchLabelKeys: ['b'],
      },
    ],
  }),
  pod('bad security contexts', {
    'spec.securityContext': {
      runAsUser: -1,
      runAsGroup: -2,
      fsGroup: -3,
      supplementalGroups: [-4],
      fsGroupChangePolicy: 'X',
      seccompProfile: {type: 'X'},
    },
    [web('securityContext')]: {
      runAsUser: -1,
      procMount: 'X',
      seccompProfile: {type: 'Localhost'},
      appArmorProfile: {type: 'RuntimeDefault', localhostProfile: 'x'},
    },
  }),
  pod('privileged without escalation', {[web('securityContext')]: {privileged: true, allowPrivilegeEscalation: false}}),
  pod('a bad preemption policy', {'spec.preemptionPolicy': 'X'}),
  pod('a negative grace period', {'spec.terminationGracePeriodSeconds': -1}),
  pod('ephemeral containers', {'spec.ephemeralContainers': [{name: 'e', image: 'x'}]}),
  pod('gates that are wrong', {
    'spec.schedulingGates': [{name: 'a'}, {name: 'a'}, {name: 'b c'}],
    'spec.nodeName': 'n',
  }),
  pod('a readiness gate that is wrong', {'spec.readinessGates': [{conditionType: 'a b'}]}),
  pod('another OS', {'spec.os': {name: 'beos'}}),
  pod('windows with what only Linux has', {
    'spec.os': {name: 'windows'},
    'spec.hostPID': true,
    'spec.securityContext': {runAsUser: 1},
  }),
  pod('linux with what only Windows has', {
    'spec.os': {name: 'linux'},
    'spec.securityContext': {windowsOptions: {runAsUserName: 'x'}},
  }),
  pod('a mirror pod', {'metadata.annotations': {'kubernetes.io/config.mirror': 'x'}}),
  pod('annotations that are wrong', {'metadata.annotations': {'controller.kubernetes.io/pod-deletion-cost': 'x'}}),
  pod('claims of resources that are not there', {[web('resources')]: {claims: [{name: 'gpu'}]}}),
  pod('no such service account', {'spec.serviceAccountName': 'nobody'}),
  pod('no such priority class', {'spec.priorityClassName': 'nope'}),
  pod('a priority of its own', {'spec.priority': 7}),
  pod('a preemption policy that its class does not have', {'spec.preemptionPolicy': 'Never'}),
  pod('a stop signal without an OS', {[web('lifecycle')]: {stopSignal: 'SIGTERM'}}),
  pod('resize policies that are wrong', {
    [web('resizePolicy')]: [
      {resourceName: 'cpu', restartPolicy: 'X'},
      {resourceName: 'cpu', restartPolicy: 'NotRequired'},
      {resourceName: 'disk', restartPolicy: 'NotRequired'},
    ],
  }),
  pod('a name of an image pull secret is missing', {'spec.imagePullSecrets': [{}]}),
  pod('sysctls that are wrong', {
    'spec.securityContext': {
      sysctls: [
        {name: 'a b', value: '1'},
        {name: 'kernel.shm', value: '1'},
        {name: 'kernel.shm', value: '1'},
      ],
    },
  }),
  pod('host users and host network', {'spec.hostUsers': false, 'spec.hostNetwork': true, 'spec.hostPID': true}),
];

export const POD_CASES: readonly Case[] = [...ACCEPTED, ...REFUSED];
