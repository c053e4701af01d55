import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {identityOf} from '../../../../src/core/resource/identity.ts';
import {deleteEffects, replaceEffects} from '../../../../src/kubernetes/plan/effects.ts';

const object = (apiVersion: string, kind: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name: 'web'},
  spec,
});
const stateful = (app: string) => object('apps/v1', 'StatefulSet', {selector: {matchLabels: {app}}});

it.each([
  {name: 'a Job runs again', live: object('batch/v1', 'Job'), want: ['job-runs-again']},
  {name: 'a claim loses its data', live: object('v1', 'PersistentVolumeClaim'), want: ['data-lost']},
  {
    name: 'a definition takes its objects along',
    live: object('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
    want: ['data-lost'],
  },
  {
    name: 'the pods of a Deployment are made anew',
    live: object('apps/v1', 'Deployment'),
    want: ['pods-restart', 'interruption'],
  },
  {name: 'a Service is away for a moment', live: object('v1', 'Service'), want: ['interruption']},
  {name: 'nobody notices a ConfigMap', live: object('v1', 'ConfigMap'), want: []},
  {name: 'the pods of a StatefulSet stay', live: stateful('web'), want: []},
  {
    name: 'the pods of a StatefulSet are rolled when their template changes too',
    live: stateful('web'),
    fields: ['spec.template.spec.containers[name="app"].image'],
    want: ['pods-restart'],
  },
  {
    name: 'pods that the new StatefulSet does not select cannot stay',
    live: stateful('web'),
    desired: stateful('other'),
    want: ['pods-restart', 'interruption'],
  },
  {
    name: 'with pods that cannot stay go the claims that go with the StatefulSet',
    live: object('apps/v1', 'StatefulSet', {
      selector: {matchLabels: {app: 'web'}},
      persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'},
    }),
    desired: stateful('other'),
    want: ['data-lost', 'pods-restart', 'interruption'],
  },
])('replaced: $name', ({live, desired = live, fields = ['spec.serviceName'], want}) => {
  expect(
    replaceEffects(
      {identity: identityOf(live), live, desired},
      fields.map((path) => ({path})),
    ),
  ).toEqual(want);
});

it.each([
  {name: 'a namespace loses all that is in it', live: object('v1', 'Namespace'), want: ['data-lost']},
  {
    name: 'a StatefulSet that takes its claims along loses their data',
    live: object('apps/v1', 'StatefulSet', {persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'}}),
    want: ['data-lost'],
  },
  {name: 'a StatefulSet leaves its claims', live: stateful('web'), want: []},
])('deleted: $name', ({live, want}) => expect(deleteEffects(identityOf(live), live)).toEqual(want));
