import type {Case} from './cases.ts';

type Kind = Case['of'];

const one =
  (of: Kind) =>
  (name: string, set: Case['set'] = {}): Case => ({name, of, set});

/** Returns cases without replicas, so that no pods are created during the measurement. */
const update =
  (of: Kind) =>
  (name: string, set: NonNullable<Case['set']>, from: Case['set'] = {}): Case => ({
    name,
    of,
    from: {'spec.replicas': 0, ...from},
    set,
  });

const web = (path: string): string => `spec.template.spec.containers.0.${path}`;

const [deployment, statefulSet, daemonSet] = [one('deployment'), one('statefulSet'), one('daemonSet')];
const [replicaSet, replicationController] = [one('replicaSet'), one('replicationController')];

const DEPLOYMENTS: readonly Case[] = [
  deployment('a plain one'),
  deployment('recreated', {'spec.strategy': {type: 'Recreate'}}),
  deployment('a rolling update with one of two limits', {'spec.strategy': {rollingUpdate: {maxSurge: 1}}}),
  deployment('no replicas', {'spec.replicas': 0}),
  deployment('a template with everything', {
    'spec.template.metadata.annotations': {a: 'b'},
    'spec.template.spec.hostNetwork': true,
    'spec.template.spec.serviceAccountName': 'nobody',
    [web('ports')]: [{containerPort: 80}],
    [web('resources')]: {limits: {cpu: '1'}},
    [web('livenessProbe')]: {httpGet: {port: 80}},
  }),
  deployment('a negative grace period', {'spec.template.spec.terminationGracePeriodSeconds': -1}),
  deployment('a volume of an image', {'spec.template.spec.volumes': [{name: 'i', image: {reference: 'x:1'}}]}),
  deployment('a variable out of a file, which is behind a gate', {
    [web('env')]: [{name: 'A', valueFrom: {fileKeyRef: {volumeName: 'e', path: 'p', key: 'k'}}}],
  }),
  deployment('no selector', {'spec.selector': undefined}),
  deployment('an empty selector', {'spec.selector': {}}),
  deployment('a selector that does not match', {'spec.template.metadata.labels': {app: 'other', tier: 'web'}}),
  deployment('a template without labels', {'spec.template.metadata': undefined}),
  deployment('a selector with a bad operator', {
    'spec.selector': {matchExpressions: [{key: 'app', operator: 'Is', values: ['web']}]},
  }),
  deployment('expressions in a selector', {
    'spec.selector': {matchExpressions: [{key: 'app', operator: 'In', values: ['web', 'b']}]},
  }),
  deployment('bad expressions in a selector', {
    'spec.selector': {
      matchExpressions: [
        {key: 'app', operator: 'In'},
        {key: 'a b', operator: 'Exists', values: ['x']},
      ],
    },
  }),
  deployment('bad labels in selector and template', {
    'spec.selector': {matchLabels: {app: 'a b'}},
    'spec.template.metadata.labels': {app: 'a b'},
  }),
  deployment('negative numbers', {
    'spec.replicas': -1,
    'spec.minReadySeconds': -1,
    'spec.revisionHistoryLimit': -1,
    'spec.progressDeadlineSeconds': -1,
  }),
  deployment('a deadline before it can be ready', {'spec.minReadySeconds': 700}),
  deployment('a bad strategy', {'spec.strategy': {type: 'Yolo'}}),
  deployment('recreate with a rolling update', {'spec.strategy': {type: 'Recreate', rollingUpdate: {maxSurge: 1}}}),
  deployment('no way to roll', {'spec.strategy': {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}}),
  deployment('bad limits of a rolling update', {
    'spec.strategy': {rollingUpdate: {maxSurge: 'many', maxUnavailable: '150%'}},
  }),
  deployment('negative limits of a rolling update', {
    'spec.strategy': {rollingUpdate: {maxSurge: -1, maxUnavailable: '-5%'}},
  }),
  deployment('a restart policy', {'spec.template.spec.restartPolicy': 'Never'}),
  deployment('a deadline in the template', {'spec.template.spec.activeDeadlineSeconds': 3}),
  deployment('no containers', {'spec.template.spec.containers': undefined}),
  deployment('no image', {[web('image')]: undefined}),
  deployment('bad annotations in the template', {'spec.template.metadata.annotations': {'a b': 'c'}}),
  deployment('no template', {'spec.template': undefined}),
  deployment('nothing', {spec: {}}),
  deployment('many mistakes', {
    'spec.replicas': -1,
    [web('image')]: undefined,
    [web('ports')]: [{containerPort: 0}],
    'spec.template.spec.volumes': [{name: 'a', secret: {}}],
  }),
  update('deployment')('a new image', {[web('image')]: 'nginx:2'}),
  update('deployment')('another selector', {
    'spec.selector.matchLabels': {app: 'b'},
    'spec.template.metadata.labels': {app: 'b'},
  }),
  update('deployment')('a selector with one more', {'spec.selector.matchLabels': {app: 'web', b: 'c'}}),
];

const SETS: readonly Case[] = [
  replicaSet('a plain one'),
  replicaSet('no selector', {'spec.selector': undefined}),
  replicaSet('an empty selector', {'spec.selector': {}}),
  replicaSet('a restart policy', {'spec.template.spec.restartPolicy': 'OnFailure', 'spec.replicas': -2}),
  update('replicaSet')('another selector', {
    'spec.selector.matchLabels': {app: 'b'},
    'spec.template.metadata.labels': {app: 'b'},
  }),
  replicationController('a plain one'),
  replicationController('no selector', {'spec.selector': undefined}),
  replicationController('no template', {'spec.template': undefined}),
  replicationController('a selector that does not match', {'spec.template.metadata.labels': {app: 'b'}}),
  replicationController('negative numbers', {'spec.replicas': -1, 'spec.minReadySeconds': -1}),
  update('replicationController')('other replicas', {'spec.replicas': 1}),
  update('replicationController')('negative replicas', {'spec.replicas': -1}),
  daemonSet('a plain one'),
  daemonSet('updated on deletion', {'spec.updateStrategy': {type: 'OnDelete'}}),
  daemonSet('no selector', {'spec.selector': undefined}),
  daemonSet('an empty selector', {'spec.selector': {}}),
  daemonSet('a selector that does not match', {'spec.template.metadata.labels': {app: 'b'}}),
  daemonSet('a bad strategy', {'spec.updateStrategy': {type: 'Yolo'}}),
  daemonSet('surge and unavailable', {'spec.updateStrategy': {rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}}),
  daemonSet('neither surge nor unavailable', {
    'spec.updateStrategy': {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}},
  }),
  daemonSet('a restart policy and a deadline', {
    'spec.template.spec.restartPolicy': 'Never',
    'spec.template.spec.activeDeadlineSeconds': 3,
  }),
  daemonSet('negative numbers', {'spec.minReadySeconds': -1, 'spec.revisionHistoryLimit': -1}),
  {
    name: 'a new image',
    of: 'daemonSet',
    from: {'spec.template.spec.nodeSelector': {no: 'node'}},
    set: {[web('image')]: 'nginx:2'},
  },
  {
    name: 'another selector',
    of: 'daemonSet',
    from: {'spec.template.spec.nodeSelector': {no: 'node'}},
    set: {'spec.selector.matchLabels': {app: 'b'}, 'spec.template.metadata.labels': {app: 'b'}},
  },
];

const STATEFUL: readonly Case[] = [
  statefulSet('a plain one'),
  statefulSet('updated on deletion', {'spec.updateStrategy': {type: 'OnDelete'}}),
  statefulSet('a rolling update that is said', {'spec.updateStrategy': {type: 'RollingUpdate'}}),
  statefulSet('a partition', {'spec.updateStrategy': {rollingUpdate: {partition: 2}}}),
  statefulSet('a policy for its claims', {'spec.persistentVolumeClaimRetentionPolicy': {whenDeleted: 'Delete'}}),
  statefulSet('unavailable ones, which are behind a gate', {
    'spec.updateStrategy': {rollingUpdate: {maxUnavailable: 2}},
  }),
  one('statefulSetWithClaim')('a plain one'),
  one('statefulSetWithClaim')('a mount of a claim', {[web('volumeMounts')]: [{name: 'data', mountPath: '/data'}]}),
  one('statefulSetWithClaim')('claims that are wrong', {
    'spec.volumeClaimTemplates': [
      {metadata: {name: 'a'}, spec: {}},
      {
        metadata: {name: 'b'},
        spec: {accessModes: ['Some'], resources: {requests: {storage: '0'}}, storageClassName: 'S_', volumeMode: 'X'},
      },
    ],
  }),
  statefulSet('bad policies', {
    'spec.podManagementPolicy': 'Any',
    'spec.updateStrategy': {type: 'Yolo'},
    'spec.persistentVolumeClaimRetentionPolicy': {whenDeleted: 'Burn'},
  }),
  statefulSet('on deletion with a rolling update', {
    'spec.updateStrategy': {type: 'OnDelete', rollingUpdate: {partition: 1}},
  }),
  statefulSet('negative numbers', {
    'spec.replicas': -1,
    'spec.minReadySeconds': -1,
    'spec.ordinals': {start: -1},
    'spec.updateStrategy': {rollingUpdate: {partition: -1}},
  }),
  statefulSet('a bad service', {'spec.serviceName': 'Bad_'}),
  statefulSet('no service', {'spec.serviceName': undefined}),
  statefulSet('no selector', {'spec.selector': undefined}),
  statefulSet('an empty selector', {'spec.selector': {}}),
  statefulSet('a selector that does not match', {'spec.template.metadata.labels': {app: 'b'}}),
  statefulSet('bad labels in the template', {'spec.template.metadata.labels': {app: 'web', b: 'c d'}}),
  statefulSet('a restart policy and a deadline', {
    'spec.template.spec.restartPolicy': 'Never',
    'spec.template.spec.activeDeadlineSeconds': 3,
  }),
  update('statefulSet')('a new image', {[web('image')]: 'nginx:2'}),
  update('statefulSet')('another service', {'spec.serviceName': 'b'}),
  update('statefulSet')('another policy', {'spec.podManagementPolicy': 'Parallel'}),
  update('statefulSet')('other replicas and minimum', {'spec.replicas': 1, 'spec.minReadySeconds': 3}),
  update('statefulSet')('another selector', {
    'spec.selector.matchLabels': {app: 'b'},
    'spec.template.metadata.labels': {app: 'b'},
  }),
  update('statefulSetWithClaim')('a larger claim', {
    'spec.volumeClaimTemplates.0.spec.resources.requests.storage': '2Gi',
  }),
];

export const CONTROLLER_CASES: readonly Case[] = [...DEPLOYMENTS, ...SETS, ...STATEFUL];
