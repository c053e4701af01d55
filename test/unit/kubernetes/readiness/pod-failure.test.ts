import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {podFailure} from '../../../../src/kubernetes/readiness/pod-failure.ts';

const waiting = (reason: string, message = ''): JsonObject => ({name: 'app', state: {waiting: {reason, message}}});
const ended = {name: 'app', terminated: {exitCode: 3, reason: 'Error', message: 'the password is hunter2'}};

const CASES: readonly (readonly [string, JsonObject, string | undefined])[] = [
  [
    'what a container waits for',
    {containerStatuses: [waiting('ErrImagePull', 'not found')]},
    'ErrImagePull: not found',
  ],
  ['a reason without words', {containerStatuses: [waiting('InvalidImageName')]}, 'InvalidImageName'],
  [
    'an init container before the others, which wait for it',
    {containerStatuses: [waiting('PodInitializing')], initContainerStatuses: [waiting('ImagePullBackOff', 'x')]},
    'ImagePullBackOff: x',
  ],
  [
    'how a container that crashes ended, without what it wrote',
    {containerStatuses: [{...waiting('CrashLoopBackOff', 'back-off'), lastState: {terminated: ended.terminated}}]},
    'CrashLoopBackOff: back-off (container app ended with 3, Error)',
  ],
  [
    'the end of a pod that is not tried again',
    {phase: 'Failed', containerStatuses: [{name: 'app', state: {terminated: ended.terminated}}]},
    'container app ended with 3, Error',
  ],
  ['an eviction', {phase: 'Failed', reason: 'Evicted', message: 'low on memory'}, 'Evicted: low on memory'],
  [
    'that no node takes it',
    {conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes'}]},
    'Unschedulable: 0/3 nodes',
  ],
  [
    'which containers are not ready',
    {conditions: [{type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: '[app]'}]},
    'ContainersNotReady: [app]',
  ],
  ['nothing of a pod that is on its way', {containerStatuses: [waiting('ContainerCreating')]}, undefined],
  ['nothing of a ready pod', {conditions: [{type: 'Ready', status: 'True'}]}, undefined],
];

it.each(CASES)('says %s', (_title, status, expected) => {
  expect(podFailure({apiVersion: 'v1', kind: 'Pod', status})).toBe(expected);
});
