import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {readinessOf} from '../../../../src/kubernetes/readiness/readiness.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

type Row = {
  readonly name: string;
  readonly kind: string;
  readonly metadata?: JsonObject;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly want: string;
  readonly reason?: string;
};

const deployed = {
  observedGeneration: 2,
  replicas: 3,
  updatedReplicas: 3,
  readyReplicas: 3,
  availableReplicas: 3,
  conditions: [
    {type: 'Available', status: 'True'},
    {type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable'},
  ],
};
const three = {replicas: 3, progressDeadlineSeconds: 600};

const rows: Row[] = [
  {
    name: 'an object being deleted is terminating, whatever else it says',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2, deletionTimestamp: '2026-03-01T11:59:00Z'},
    spec: three,
    status: deployed,
    want: 'Terminating',
  },
  {
    name: 'a status of an older generation is not believed, even a failure',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 3},
    spec: three,
    status: {...deployed, conditions: [{type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded'}]},
    want: 'InProgress',
    reason: 'LatestGenerationNotObserved',
  },
  {
    name: 'a status of a newer generation than the object in hand is not believed either',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 1},
    spec: three,
    status: deployed,
    want: 'InProgress',
    reason: 'LatestGenerationNotObserved',
  },
  {
    name: 'Reconciling says in progress for any kind',
    kind: 'shop.io/v1/Till',
    status: {conditions: [{type: 'Reconciling', status: 'True', reason: 'Opening', message: 'm'}]},
    want: 'InProgress',
    reason: 'Opening',
  },
  {
    name: 'Stalled says failed for any kind, before Ready is asked',
    kind: 'shop.io/v1/Till',
    status: {
      conditions: [
        {type: 'Ready', status: 'True'},
        {type: 'Stalled', status: 'True', reason: 'NoCash'},
      ],
    },
    want: 'Failed',
    reason: 'NoCash',
  },
  {
    name: 'Reconciling=False says nothing',
    kind: 'shop.io/v1/Till',
    status: {conditions: [{type: 'Reconciling', status: 'False', reason: 'x'}]},
    want: 'Current',
  },
  {
    name: 'an unknown Ready is progress',
    kind: 'shop.io/v1/Till',
    status: {conditions: [{type: 'Ready', status: 'Unknown', message: 'm'}]},
    want: 'InProgress',
    reason: 'Unknown',
  },
  {
    name: 'a kind of the same name in another group has no built-in rule',
    kind: 'serving.knative.dev/v1/Service',
    spec: {type: 'LoadBalancer'},
    want: 'Current',
  },
  {
    name: 'a rolled-out Deployment is current',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2},
    spec: three,
    status: deployed,
    want: 'Current',
  },
  {
    name: 'a Deployment past its progress deadline has failed',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2},
    spec: three,
    status: {
      ...deployed,
      readyReplicas: 1,
      conditions: [{type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'm'}],
    },
    want: 'Failed',
    reason: 'ProgressDeadlineExceeded',
  },
  {
    name: 'old pods still there keep a Deployment in progress',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2},
    spec: three,
    status: {...deployed, replicas: 4},
    want: 'InProgress',
    reason: 'ExtraPods',
  },
  {
    name: 'pods of the old template do not count',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2},
    spec: three,
    status: {...deployed, updatedReplicas: 1},
    want: 'InProgress',
    reason: 'LessUpdated',
  },
  {
    name: 'updated pods must be available',
    kind: 'apps/v1/Deployment',
    metadata: {generation: 2},
    spec: three,
    status: {...deployed, availableReplicas: 2},
    want: 'InProgress',
    reason: 'LessAvailable',
  },
  {
    name: 'a StatefulSet with a partition is done when the pods above it are new',
    kind: 'apps/v1/StatefulSet',
    spec: {replicas: 3, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}}},
    status: {replicas: 3, readyReplicas: 3, updatedReplicas: 1},
    want: 'Current',
  },
  {
    name: 'a StatefulSet below its partition goal is in progress',
    kind: 'apps/v1/StatefulSet',
    spec: {replicas: 3, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 1}}},
    status: {replicas: 3, readyReplicas: 3, updatedReplicas: 1},
    want: 'InProgress',
    reason: 'PartitionRollout',
  },
  {
    name: 'a StatefulSet between two revisions is in progress',
    kind: 'apps/v1/StatefulSet',
    spec: {replicas: 1},
    status: {replicas: 1, readyReplicas: 1, currentReplicas: 1, currentRevision: 'a', updateRevision: 'b'},
    want: 'InProgress',
    reason: 'RevisionMismatch',
  },
  {
    name: 'an OnDelete StatefulSet is current',
    kind: 'apps/v1/StatefulSet',
    spec: {replicas: 3, updateStrategy: {type: 'OnDelete'}},
    want: 'Current',
  },
  {
    name: 'a DaemonSet without nodes is current',
    kind: 'apps/v1/DaemonSet',
    metadata: {generation: 1},
    status: {observedGeneration: 1, desiredNumberScheduled: 0},
    want: 'Current',
  },
  {
    name: 'a DaemonSet with pods of the old template is in progress',
    kind: 'apps/v1/DaemonSet',
    metadata: {generation: 1},
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 1,
      numberAvailable: 2,
      numberReady: 2,
    },
    want: 'InProgress',
    reason: 'LessUpdated',
  },
  {
    name: 'a ReplicaSet that may not create pods is in progress',
    kind: 'apps/v1/ReplicaSet',
    spec: {replicas: 0},
    status: {conditions: [{type: 'ReplicaFailure', status: 'True'}]},
    want: 'InProgress',
    reason: 'ReplicaFailure',
  },
  {
    name: 'a ReplicaSet with too many pods is in progress',
    kind: 'apps/v1/ReplicaSet',
    spec: {replicas: 0},
    status: {replicas: 1},
    want: 'InProgress',
    reason: 'ExtraPods',
  },
  {
    name: 'a Pod unschedulable for 14 seconds is in progress',
    kind: 'v1/Pod',
    metadata: {creationTimestamp: '2026-03-01T11:59:46Z'},
    status: {phase: 'Pending', conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable'}]},
    want: 'InProgress',
    reason: 'PodNotScheduled',
  },
  {
    name: 'a Pod unschedulable for 15 seconds has failed',
    kind: 'v1/Pod',
    metadata: {creationTimestamp: '2026-03-01T11:59:45Z'},
    status: {phase: 'Pending', conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable'}]},
    want: 'Failed',
    reason: 'PodUnschedulable',
  },
  {
    name: 'a Pod that pulls its image is in progress',
    kind: 'v1/Pod',
    status: {phase: 'Pending', conditions: [{type: 'PodScheduled', status: 'True'}]},
    want: 'InProgress',
    reason: 'PodPending',
  },
  {
    name: 'a crash-looping Pod has failed',
    kind: 'v1/Pod',
    status: {
      phase: 'Running',
      containerStatuses: [{name: 'app', state: {waiting: {reason: 'CrashLoopBackOff'}}}],
    },
    want: 'Failed',
    reason: 'ContainerCrashLooping',
  },
  {
    name: 'a running Pod that is not ready is in progress',
    kind: 'v1/Pod',
    status: {phase: 'Running', conditions: [{type: 'Ready', status: 'False'}]},
    want: 'InProgress',
    reason: 'PodRunningNotReady',
  },
  {name: 'a Pod on a lost node is unknown', kind: 'v1/Pod', status: {phase: 'Unknown'}, want: 'Unknown'},
  {
    name: 'a suspended Job is current',
    kind: 'batch/v1/Job',
    status: {conditions: [{type: 'Suspended', status: 'True'}]},
    want: 'Current',
  },
  {name: 'a ConfigMap is always current', kind: 'v1/ConfigMap', want: 'Current'},
  {name: 'an Ingress is current', kind: 'networking.k8s.io/v1/Ingress', want: 'Current'},
  {name: 'an ExternalName Service is current', kind: 'v1/Service', spec: {type: 'ExternalName'}, want: 'Current'},
  {name: 'a headless Service is current', kind: 'v1/Service', spec: {clusterIP: 'None'}, want: 'Current'},
  {
    name: 'a CRD that cannot be established has failed',
    kind: 'apiextensions.k8s.io/v1/CustomResourceDefinition',
    status: {conditions: [{type: 'Established', status: 'False', reason: 'NotAccepted'}]},
    want: 'Failed',
    reason: 'NotAccepted',
  },
];

const objectOf = ({kind, metadata, spec, status}: Row): JsonObject => ({
  apiVersion: kind.slice(0, kind.lastIndexOf('/')),
  kind: kind.slice(kind.lastIndexOf('/') + 1),
  metadata: {name: 'x', namespace: 'shop', ...metadata},
  ...(spec && {spec}),
  ...(status && {status}),
});

describe('readiness', () => {
  it.each(rows)('$name', (row) => {
    const found = readinessOf(objectOf(row), NOW);
    expect(found.status).toBe(row.want);
    expect(found.conditions.map(({reason}) => reason)).toEqual(row.reason === undefined ? [] : [row.reason]);
  });

  it('the readiness check does not throw on a malformed status', () => {
    for (const status of [null, 'x', 3, [], {conditions: 'x'}, {conditions: [null, 3, {}]}, {phase: 3}]) {
      for (const row of rows) expect(() => readinessOf({...objectOf(row), status}, NOW)).not.toThrow();
    }
  });
});
