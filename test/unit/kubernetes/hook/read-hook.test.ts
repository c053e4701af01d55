import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {isHook, readHook} from '../../../../src/kubernetes/hook/read-hook.ts';

const object = (annotations: JsonObject | undefined, kind = 'Job', apiVersion = 'batch/v1'): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name: 'a', ...(annotations === undefined ? {} : {annotations})},
});

it.each([
  {name: 'an object without annotations is ordinary', annotations: undefined},
  {name: 'an object with other annotations is ordinary', annotations: {'helm.sh/resource-policy': 'keep'}},
])('$name', ({annotations}) => {
  expect(readHook(object(annotations))).toBe('ordinary');
  expect(isHook(object(annotations))).toBe(false);
});

it.each(['crd-install', 'pre-install,sometimes', ''])('Helm ignores an object with the hook %j', (named) => {
  expect(readHook(object({'helm.sh/hook': named}))).toBe('unknown');
});

it.each([
  {
    name: 'a hook without more annotations has weight 0 and is deleted before its creation',
    annotations: {'helm.sh/hook': 'pre-install'},
    hook: {events: ['pre-install'], weight: 0, deletePolicies: ['before-hook-creation'], outputLogs: []},
  },
  {
    name: 'events have any case and spaces, and test-success is a test',
    annotations: {'helm.sh/hook': ' Pre-Upgrade , test-success,test'},
    hook: {events: ['pre-upgrade', 'test']},
  },
  {
    name: 'policies replace the default',
    annotations: {
      'helm.sh/hook': 'post-install',
      'helm.sh/hook-delete-policy': 'hook-succeeded, hook-failed',
      'helm.sh/hook-output-log-policy': 'hook-failed,hook-succeeded',
    },
    hook: {deletePolicies: ['hook-succeeded', 'hook-failed'], outputLogs: ['hook-succeeded', 'hook-failed']},
  },
  {
    name: 'an unknown policy deletes nothing',
    annotations: {'helm.sh/hook': 'post-install', 'helm.sh/hook-delete-policy': 'never'},
    hook: {deletePolicies: []},
  },
  {
    name: 'a weight may be negative',
    annotations: {'helm.sh/hook': 'test', 'helm.sh/hook-weight': '-5'},
    hook: {weight: -5},
  },
  {
    name: 'a weight may have a sign',
    annotations: {'helm.sh/hook': 'test', 'helm.sh/hook-weight': '+5'},
    hook: {weight: 5},
  },
  {name: 'another weight is 0', annotations: {'helm.sh/hook': 'test', 'helm.sh/hook-weight': '1.5'}, hook: {weight: 0}},
])('$name', ({annotations, hook}) => {
  expect(readHook(object(annotations))).toMatchObject(hook);
  expect(isHook(object(annotations))).toBe(true);
});

it.each([
  {kind: 'Job', apiVersion: 'batch/v1', runsToEnd: true},
  {kind: 'Pod', apiVersion: 'v1', runsToEnd: true},
  {kind: 'Job', apiVersion: 'example.com/v1', runsToEnd: false},
  {kind: 'ServiceAccount', apiVersion: 'v1', runsToEnd: false},
])('Helm waits for the end of a $kind of $apiVersion: $runsToEnd', ({kind, apiVersion, runsToEnd}) => {
  expect(readHook(object({'helm.sh/hook': 'test'}, kind, apiVersion))).toMatchObject({runsToEnd});
});
