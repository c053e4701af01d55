import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {engineReadiness} from '../../../../src/kubernetes/readiness/engine-readiness.ts';
import {isDone} from '../../../../src/kubernetes/readiness/job.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const JOB = 'batch/v1/Job';
const CRD = 'apiextensions.k8s.io/v1/CustomResourceDefinition';
const API_SERVICE = 'apiregistration.k8s.io/v1/APIService';
const onDelete = {replicas: 2, updateStrategy: {type: 'OnDelete'}};
const rolled = {observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1};
const available = {type: 'Available', status: 'True'};

type Row = {name: string; kind: string; spec?: JsonObject; status?: JsonObject; want: string};

const rows: Row[] = [
  {name: 'waits for a Job to complete', kind: JOB, status: {startTime: 't', active: 1}, want: 'InProgress'},
  {name: 'waits for a Job that has not started', kind: JOB, want: 'InProgress'},
  {
    name: 'continues after a completed Job',
    kind: JOB,
    status: {conditions: [{type: 'Complete', status: 'True'}]},
    want: 'Current',
  },
  {name: 'does not wait for a suspended Job', kind: JOB, spec: {suspend: true}, want: 'Current'},
  {name: 'fails for a failed Job', kind: JOB, status: {conditions: [{type: 'Failed', status: 'True'}]}, want: 'Failed'},
  {name: 'fails for a failed Pod', kind: 'v1/Pod', status: {phase: 'Failed', reason: 'Evicted'}, want: 'Failed'},
  {name: 'continues after a Pod that ran to its end', kind: 'v1/Pod', status: {phase: 'Succeeded'}, want: 'Current'},
  {name: 'waits for a Namespace to be active', kind: 'v1/Namespace', want: 'InProgress'},
  {name: 'accepts an active Namespace', kind: 'v1/Namespace', status: {phase: 'Active'}, want: 'Current'},
  {
    name: 'reports a Namespace that is being deleted',
    kind: 'v1/Namespace',
    status: {phase: 'Terminating'},
    want: 'Terminating',
  },
  {
    name: 'waits for the names of a CRD',
    kind: CRD,
    status: {conditions: [{type: 'Established', status: 'True'}]},
    want: 'InProgress',
  },
  {
    name: 'accepts an established CRD with accepted names',
    kind: CRD,
    status: {
      conditions: [
        {type: 'NamesAccepted', status: 'True'},
        {type: 'Established', status: 'True'},
      ],
    },
    want: 'Current',
  },
  {
    name: 'does not wait for a PVC that binds when first used',
    kind: 'v1/PersistentVolumeClaim',
    status: {phase: 'Pending'},
    want: 'Current',
  },
  {name: 'fails for a lost PVC', kind: 'v1/PersistentVolumeClaim', status: {phase: 'Lost'}, want: 'Failed'},
  {name: 'waits for an APIService', kind: API_SERVICE, want: 'InProgress'},
  {name: 'accepts an available APIService', kind: API_SERVICE, status: {conditions: [available]}, want: 'Current'},
  {
    name: 'waits for the address of a load balancer',
    kind: 'v1/Service',
    spec: {type: 'LoadBalancer', clusterIP: '10.0.0.1'},
    want: 'InProgress',
  },
  {
    name: 'accepts a load balancer with an address',
    kind: 'v1/Service',
    spec: {type: 'LoadBalancer', clusterIP: '10.0.0.1'},
    status: {loadBalancer: {ingress: [{ip: '192.0.2.1'}]}},
    want: 'Current',
  },
  {
    name: 'accepts a load balancer that has addresses of its own',
    kind: 'v1/Service',
    spec: {type: 'LoadBalancer', clusterIP: '10.0.0.1', externalIPs: ['192.0.2.1']},
    want: 'Current',
  },
  {name: 'accepts a plain Service', kind: 'v1/Service', want: 'Current'},
  {
    name: 'accepts an ExternalName Service',
    kind: 'v1/Service',
    spec: {type: 'ExternalName', externalName: 'a.example'},
    want: 'Current',
  },
  {
    name: 'waits until a quota is counted',
    kind: 'v1/ResourceQuota',
    spec: {hard: {pods: '1', services: '2'}},
    status: {hard: {pods: '1'}},
    want: 'InProgress',
  },
  {
    name: 'accepts a counted quota',
    kind: 'v1/ResourceQuota',
    spec: {hard: {pods: '1'}},
    status: {hard: {pods: '1'}},
    want: 'Current',
  },
  {name: 'accepts an empty quota', kind: 'v1/ResourceQuota', want: 'Current'},
  {
    name: 'does not accept a StatefulSet that no controller has observed, even with 0 pods',
    kind: 'apps/v1/StatefulSet',
    spec: {replicas: 0},
    want: 'InProgress',
  },
  {
    name: 'checks the pods of an OnDelete StatefulSet',
    kind: 'apps/v1/StatefulSet',
    spec: onDelete,
    status: {observedGeneration: 1, replicas: 2, readyReplicas: 1},
    want: 'InProgress',
  },
  {
    name: 'accepts an OnDelete StatefulSet with ready pods of any revision',
    kind: 'apps/v1/StatefulSet',
    spec: onDelete,
    status: {observedGeneration: 1, replicas: 2, readyReplicas: 2, currentRevision: 'a', updateRevision: 'b'},
    want: 'Current',
  },
  {
    name: 'does not wait for an OnDelete DaemonSet to replace its pods',
    kind: 'apps/v1/DaemonSet',
    spec: {updateStrategy: {type: 'OnDelete'}},
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      updatedNumberScheduled: 0,
      numberAvailable: 2,
      numberReady: 2,
    },
    want: 'Current',
  },
  {
    name: 'does not wait for a paused Deployment',
    kind: 'apps/v1/Deployment',
    spec: {paused: true, progressDeadlineSeconds: 600},
    status: {observedGeneration: 1},
    want: 'Current',
  },
  {
    name: 'judges a Deployment as kstatus does',
    kind: 'apps/v1/Deployment',
    status: {...rolled, conditions: [available]},
    want: 'Current',
  },
  {
    name: 'ignores a status of an older generation',
    kind: 'apps/v1/Deployment',
    spec: {paused: true},
    status: {observedGeneration: 0},
    want: 'InProgress',
  },
  {
    name: 'counts the pods of a ReplicationController',
    kind: 'v1/ReplicationController',
    spec: {replicas: 2},
    status: {observedGeneration: 1, replicas: 2, readyReplicas: 1},
    want: 'InProgress',
  },
  {
    name: 'accepts a ReplicationController with its pods',
    kind: 'v1/ReplicationController',
    status: {observedGeneration: 1, replicas: 1, readyReplicas: 1},
    want: 'Current',
  },
  {name: 'accepts a CronJob', kind: 'batch/v1/CronJob', want: 'Current'},
  {name: 'accepts an autoscaler', kind: 'autoscaling/v2/HorizontalPodAutoscaler', want: 'Current'},
];

const CERTIFICATE = 'cert-manager.io/v1/Certificate';
const about = (observedGeneration: number, type = 'Ready'): JsonObject => ({
  conditions: [{type, status: 'True', reason: 'R', message: 'm', observedGeneration}],
});

/** At generation 3. */
const GENERATIONS: readonly Row[] = [
  {name: 'trusts a condition of the current generation', kind: CERTIFICATE, status: about(3), want: 'Current'},
  {name: 'ignores a Ready condition of an older generation', kind: CERTIFICATE, status: about(2), want: 'InProgress'},
  {
    name: 'ignores a failure of an older generation',
    kind: CERTIFICATE,
    status: about(2, 'Stalled'),
    want: 'InProgress',
  },
  {name: 'trusts a failure of the current generation', kind: CERTIFICATE, status: about(3, 'Stalled'), want: 'Failed'},
  {
    name: 'trusts a condition whose controller leaves the observed generation at 0',
    kind: CERTIFICATE,
    status: about(0),
    want: 'Current',
  },
  {name: 'ignores the generation of other conditions', kind: CERTIFICATE, status: about(2, 'Issuing'), want: 'Current'},
  {
    name: 'trusts the observed generation of the status before that of a condition',
    kind: CERTIFICATE,
    status: {observedGeneration: 3, ...about(2)},
    want: 'Current',
  },
  {
    name: 'ignores the generations of conditions for kinds with rules of their own',
    kind: 'v1/ConfigMap',
    status: about(2),
    want: 'Current',
  },
];

const objectOf = ({kind, spec, status}: Row): JsonObject => ({
  apiVersion: kind.slice(0, kind.lastIndexOf('/')),
  kind: kind.slice(kind.lastIndexOf('/') + 1),
  metadata: {name: 'x', namespace: 'shop', generation: 1},
  ...(spec && {spec}),
  ...(status && {status}),
});

describe('the engine', () => {
  it.each(rows)('the readiness check $name', (row) => {
    const found = engineReadiness(objectOf(row), NOW);
    expect(found.status).toBe(row.want);
    expect(found.message).not.toBe('');
  });

  it.each(GENERATIONS)('the readiness check $name', (row) => {
    const object = {...objectOf(row), metadata: {name: 'x', namespace: 'shop', generation: 3}};
    expect(engineReadiness(object, NOW).status).toBe(row.want);
  });

  it('a Job is done only with a true Complete condition', () => {
    expect(isDone({status: {conditions: [{type: 'Complete', status: 'True'}]}})).toBe(true);
    expect(isDone({status: {conditions: [{type: 'Complete', status: 'False'}]}})).toBe(false);
    expect(isDone({})).toBe(false);
  });
});
