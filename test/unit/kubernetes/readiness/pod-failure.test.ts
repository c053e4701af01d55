import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {podFailure} from '../../../../src/kubernetes/readiness/pod-failure.ts';

const waiting = (reason: string, message = ''): JsonObject => ({name: 'app', state: {waiting: {reason, message}}});
const ended = {name: 'app', terminated: {exitCode: 3, reason: 'Error', message: 'the password is hunter2'}};

const CASES: readonly (readonly [string, JsonObject, string | undefined])[] = [
  [
    'why a container is waiting',
    {containerStatuses: [waiting('ErrImagePull', 'not found')]},
    'ErrImagePull: not found',
  ],
  ['a reason without a message', {containerStatuses: [waiting('InvalidImageName')]}, 'InvalidImageName'],
  [
    'an init container before the others, which wait for it',
    {containerStatuses: [waiting('PodInitializing')], initContainerStatuses: [waiting('ImagePullBackOff', 'x')]},
    'ImagePullBackOff: x',
  ],
  [
    'how a crashing container ended, without its output',
    {containerStatuses: [{...waiting('CrashLoopBackOff', 'back-off'), lastState: {terminated: ended.terminated}}]},
    'CrashLoopBackOff: back-off (container app ended with 3, Error)',
  ],
  [
    'the end of a pod that is not restarted',
    {phase: 'Failed', containerStatuses: [{name: 'app', state: {terminated: ended.terminated}}]},
    'container app ended with 3, Error',
  ],
  ['an eviction', {phase: 'Failed', reason: 'Evicted', message: 'low on memory'}, 'Evicted: low on memory'],
  [
    'that no node accepts the pod',
    {conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes'}]},
    'Unschedulable: 0/3 nodes',
  ],
  [
    'which containers are not ready',
    {conditions: [{type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: '[app]'}]},
    'ContainersNotReady: [app]',
  ],
  ['nothing for a pod that is starting', {containerStatuses: [waiting('ContainerCreating')]}, undefined],
  ['nothing for a ready pod', {conditions: [{type: 'Ready', status: 'True'}]}, undefined],
];

it.each(CASES)('a pod failure reports %s', (_title, status, expected) => {
  expect(podFailure({apiVersion: 'v1', kind: 'Pod', status})).toBe(expected);
});
