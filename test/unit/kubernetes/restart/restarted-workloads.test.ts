import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {restartedWorkloads} from '../../../../src/kubernetes/restart/restarted-workloads.ts';

const workload = (kind: string, name: string, annotations: JsonObject = {}, apiVersion = 'apps/v1') => ({
  id: `${apiVersion}:${kind}:shop:${name}`,
  type: 'Kubernetes' as const,
  attributes: {
    apiVersion,
    kind,
    metadata: {name, namespace: 'shop', annotations},
    spec: {
      template: {
        spec: {
          containers: [{name: 'a', envFrom: [{configMapRef: {name: 'web'}}]}],
          volumes: [{name: 'v', secret: {secretName: 'login'}}],
        },
      },
    },
  },
  dependsOn: [],
  extensions: {},
});
const ON = {'gantry.dev/restart-on-change': 'true'};
const RESOURCES = [
  workload('Deployment', 'on', ON),
  workload('Deployment', 'off', {'gantry.dev/restart-on-change': 'false'}),
  workload('StatefulSet', 'plain'),
  workload('Job', 'job', ON, 'batch/v1'),
];

it.each([
  {what: 'a ConfigMap', resource: 'v1:ConfigMap:shop:web', path: 'data.a', want: ['apps/v1:Deployment:shop:on']},
  {what: 'a Secret', resource: 'v1:Secret:shop:login', path: 'stringData.a', want: ['apps/v1:Deployment:shop:on']},
  {what: 'a ConfigMap of another namespace', resource: 'v1:ConfigMap:pay:web', path: 'data.a', want: []},
  {what: 'an unread ConfigMap', resource: 'v1:ConfigMap:shop:other', path: 'data.a', want: []},
  {
    what: 'a pod template',
    resource: 'apps/v1:StatefulSet:shop:plain',
    path: 'spec.template.spec.containers[0].image',
    want: ['apps/v1:StatefulSet:shop:plain'],
  },
  {what: 'the number of pods', resource: 'apps/v1:StatefulSet:shop:plain', path: 'spec.replicas', want: []},
  {what: 'the template of a Job', resource: 'batch/v1:Job:shop:job', path: 'spec.template.spec.x', want: []},
])('a changed field in $what restarts $want', ({resource, path, want}) => {
  expect(restartedWorkloads(RESOURCES, [{resource, path}])).toEqual(want);
});
