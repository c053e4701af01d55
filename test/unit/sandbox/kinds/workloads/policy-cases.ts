import type {Case} from './cases.ts';

const budget = (name: string, set: Case['set'] = {}): Case => ({name, of: 'podDisruptionBudget', set});
const scaler = (name: string, set: Case['set'] = {}): Case => ({name, of: 'autoscaler', set});
const revision = (name: string, set: Case['set'] = {}): Case => ({name, of: 'controllerRevision', set});
const template = (name: string, set: Case['set'] = {}): Case => ({name, of: 'podTemplate', set});

const BUDGETS: readonly Case[] = [
  budget('a plain one'),
  budget('nothing', {spec: {}}),
  budget('both limits', {'spec.maxUnavailable': '50%'}),
  budget('bad limits', {'spec.minAvailable': '150%', 'spec.unhealthyPodEvictionPolicy': 'X'}),
  budget('a negative limit', {'spec.minAvailable': -1}),
  budget('a limit that is no number', {'spec.minAvailable': 'all'}),
  budget('a bad selector', {'spec.selector': {matchLabels: {'a b': 'c d'}}}),
  {name: 'another limit', of: 'podDisruptionBudget', from: {}, set: {'spec.minAvailable': 2}},
];

const SCALERS: readonly Case[] = [
  scaler('a plain one'),
  scaler('metrics of every kind', {
    'spec.metrics': [
      {type: 'Resource', resource: {name: 'memory', target: {type: 'AverageValue', averageValue: '1Gi'}}},
      {type: 'Pods', pods: {metric: {name: 'rps'}, target: {type: 'AverageValue', averageValue: '10'}}},
      {
        type: 'Object',
        object: {
          describedObject: {kind: 'Service', name: 'x', apiVersion: 'v1'},
          metric: {name: 'm'},
          target: {type: 'Value', value: '3'},
        },
      },
      {
        type: 'External',
        external: {metric: {name: 'q', selector: {matchLabels: {a: 'b'}}}, target: {type: 'Value', value: '5'}},
      },
      {
        type: 'ContainerResource',
        containerResource: {name: 'cpu', container: 'web', target: {type: 'Utilization', averageUtilization: 50}},
      },
    ],
  }),
  scaler('behaviour', {'spec.behavior': {scaleDown: {stabilizationWindowSeconds: 10}}}),
  scaler('behaviour with a tolerance, which is behind a gate', {
    'spec.behavior': {scaleUp: {tolerance: '100m', policies: [{type: 'Pods', value: 1, periodSeconds: 3}]}},
  }),
  scaler('numbers that are wrong', {'spec.minReplicas': 0, 'spec.maxReplicas': 0}),
  scaler('less at most than at least', {'spec.minReplicas': 5}),
  scaler('no target', {'spec.scaleTargetRef': {}}),
  scaler('a target without a group', {'spec.scaleTargetRef': {kind: 'Deployment', name: 'a/b'}}),
  scaler('a target with a bad version', {'spec.scaleTargetRef': {kind: 'a%', name: 'x', apiVersion: 'a/b/c'}}),
  scaler('a replication controller', {
    'spec.scaleTargetRef': {kind: 'ReplicationController', name: 'x', apiVersion: 'v1'},
  }),
  scaler('metrics that are wrong', {
    'spec.metrics': [
      {},
      {type: 'Odd'},
      {type: 'Resource'},
      {type: 'Resource', resource: {name: 'cpu', target: {type: 'Odd'}}},
      {type: 'Resource', resource: {target: {type: 'Utilization', averageUtilization: 0}}},
      {
        type: 'Resource',
        resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 5, averageValue: '-1'}},
      },
      {type: 'Resource', pods: {metric: {name: 'a/b'}, target: {type: 'Value', value: '1'}}},
      {type: 'Pods', pods: {metric: {}, target: {type: 'AverageValue'}}},
      {type: 'External', external: {metric: {name: 'm'}, target: {type: 'Value', value: '0', averageValue: '1'}}},
      {type: 'Object', object: {describedObject: {}, metric: {name: 'm'}, target: {type: 'Value'}}},
      {type: 'ContainerResource', containerResource: {name: 'gpu', container: 'A_', target: {type: 'Utilization'}}},
    ],
  }),
  scaler('behaviour that is wrong', {
    'spec.behavior': {
      scaleUp: {stabilizationWindowSeconds: 4000, selectPolicy: 'X', policies: []},
      scaleDown: {
        stabilizationWindowSeconds: -1,
        policies: [
          {type: 'X', value: 0, periodSeconds: 0},
          {type: 'Pods', value: 1, periodSeconds: 9999},
        ],
      },
    },
  }),
  {name: 'other limits', of: 'autoscaler', from: {}, set: {'spec.maxReplicas': 9}},
];

const REVISIONS: readonly Case[] = [
  revision('a plain one'),
  revision('no data', {data: undefined}),
  revision('data that is no object', {data: 'x'}),
  revision('a negative number', {revision: -1}),
  {name: 'other data', of: 'controllerRevision', from: {}, set: {data: {spec: {a: 2}}}},
  {name: 'another number', of: 'controllerRevision', from: {}, set: {revision: 2}},
];

const TEMPLATES: readonly Case[] = [
  template('a plain one'),
  template('no containers', {'template.spec.containers': undefined}),
  template('nothing', {template: undefined}),
];

export const POLICY_CASES: readonly Case[] = [...BUDGETS, ...SCALERS, ...REVISIONS, ...TEMPLATES];
