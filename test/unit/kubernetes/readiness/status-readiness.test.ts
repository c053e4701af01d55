import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {statusReadiness} from '../../../../src/kubernetes/readiness/status-readiness.ts';

const owned = (manager: string): JsonObject => ({
  manager,
  operation: 'Update',
  fieldsV1: {'f:spec': {'f:replicas': {}}},
});

const deployment = (spec: JsonObject, status: JsonObject, managedFields: readonly JsonObject[] = []): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', generation: 1, managedFields},
  spec,
  status: {observedGeneration: 1, ...status},
});

const paused = deployment({replicas: 3, paused: true}, {});
const noPods = (manager: string): JsonObject =>
  deployment(
    {replicas: 0},
    {
      conditions: [
        {type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable'},
        {type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable'},
      ],
    },
    [owned(manager)],
  );
/** The controller has not removed the pods yet. */
const stillWithPods: JsonObject = {
  ...noPods('kubectl'),
  status: {observedGeneration: 1, replicas: 3, updatedReplicas: 0},
};
const ending: JsonObject = {
  ...noPods('kubectl'),
  metadata: {...(noPods('kubectl')['metadata'] as JsonObject), deletionTimestamp: '2026-01-01T00:00:00Z'},
};
const released = {spec: {replicas: 3}};
const claim = (phase: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {name: 'data'},
  status: {phase},
});

it.each([
  {name: 'a paused Deployment without its pods is not ready', object: paused, released, want: 'InProgress'},
  {
    name: 'a paused Deployment with all of its pods is ready',
    object: deployment(
      {replicas: 1, paused: true},
      {replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1},
    ),
    released,
    want: 'Current',
  },
  {name: 'what somebody scaled to none has failed', object: noPods('kubectl'), released, want: 'Failed'},
  {
    name: 'what somebody scaled to none has failed before its pods are gone',
    object: stillWithPods,
    released,
    want: 'Failed',
  },
  {name: 'what is being deleted is ending, whatever its scale', object: ending, released, want: 'Terminating'},
  {name: 'what KEDA scaled to none is ready', object: noPods('keda'), released, want: 'Current'},
  {
    name: 'what was released without pods is ready',
    object: noPods('gantry'),
    released: {spec: {replicas: 0}},
    want: 'Current',
  },
  {
    name: 'what was released without a number of pods is ready',
    object: noPods('x'),
    released: {spec: {}},
    want: 'Current',
  },
  {name: 'a PVC that is not bound is not ready', object: claim('Pending'), released: null, want: 'InProgress'},
  {name: 'a PVC that is bound is ready', object: claim('Bound'), released: null, want: 'Current'},
])('$name', ({object, released: last, want}) => {
  expect(statusReadiness(object, new Date(0), last).status).toBe(want);
});
