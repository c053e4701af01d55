import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {podContainers} from '../../../../src/kubernetes/logs/pod-containers.ts';

type Case = {
  readonly name: string;
  readonly state: JsonObject;
  readonly more?: JsonObject;
  readonly policy?: string;
  readonly init?: JsonObject;
  readonly phase?: string;
  readonly want: JsonObject;
};

const ended = (exitCode: number): JsonObject => ({terminated: {exitCode}});

it.each<Case>([
  {name: 'runs', state: {running: {}}, want: {state: 'running', started: true, final: false}},
  {
    name: 'waits for its image and has no log',
    state: {waiting: {reason: 'ImagePullBackOff'}},
    want: {state: 'waiting', started: false, reason: 'ImagePullBackOff'},
  },
  {
    name: 'waits for its next start and has a log',
    state: {waiting: {reason: 'CrashLoopBackOff'}},
    more: {restartCount: 2},
    want: {state: 'waiting', started: true, final: false},
  },
  {name: 'ended and comes again', state: ended(0), want: {state: 'ended', final: false}},
  {name: 'failed in a Job that tries again', state: ended(1), policy: 'OnFailure', want: {final: false}},
  {name: 'succeeded in a Job', state: ended(0), policy: 'OnFailure', want: {final: true}},
  {name: 'failed and is never started again', state: ended(1), policy: 'Never', want: {final: true}},
  {name: 'is an init container that is done', state: ended(0), init: {}, want: {final: true}},
  {name: 'is an init container that failed', state: ended(1), init: {}, want: {final: false}},
  {name: 'is a sidecar that comes again', state: ended(0), init: {restartPolicy: 'Always'}, want: {final: false}},
  {name: 'is in a pod that was evicted', state: {running: {}}, phase: 'Failed', want: {final: true}},
])('a container that $name', ({state, more = {}, policy = 'Always', init, phase = 'Running', want}) => {
  const status = {name: 'app', state, ...more};
  const container = {name: 'app', ...init};
  const pod: JsonObject = {
    spec: {restartPolicy: policy, ...(init === undefined ? {containers: [container]} : {initContainers: [container]})},
    status: {phase, ...(init === undefined ? {containerStatuses: [status]} : {initContainerStatuses: [status]})},
  };
  expect(podContainers(pod)).toEqual([expect.objectContaining({name: 'app', ...want})]);
});

it('an unscheduled pod reports the reason for each container, in the order of their start', () => {
  const pod: JsonObject = {
    spec: {initContainers: [{name: 'first'}], containers: [{name: 'second'}]},
    status: {phase: 'Pending', conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable'}]},
  };
  expect(podContainers(pod)).toMatchObject([
    {name: 'first', started: false, reason: 'Unschedulable'},
    {name: 'second', started: false, reason: 'Unschedulable'},
  ]);
});
