import type {Case} from './cases.ts';

/** Keeps the pod from being scheduled during the measurement. */
const IDLE: Case['set'] = {'spec.schedulerName': 'nobody'};

const update = (name: string, set: NonNullable<Case['set']>, from: Case['set'] = {}): Case => ({
  name,
  of: 'pod',
  from: {...IDLE, ...from},
  set,
});

export const POD_UPDATE_CASES: readonly Case[] = [
  update('a new image', {'spec.containers.0.image': 'nginx:2'}),
  update('no image any more', {'spec.containers.0.image': undefined}),
  update('one container more', {'spec.containers.1': {name: 'b', image: 'x'}}),
  update('a new variable', {'spec.containers.0.env': [{name: 'A', value: 'b'}]}),
  update('another restart policy', {'spec.restartPolicy': 'Never'}),
  update('a toleration more', {
    'spec.tolerations': [
      {key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300},
      {key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300},
      {key: 'a', operator: 'Exists'},
    ],
  }),
  update(
    'a toleration changed',
    {'spec.tolerations': [{key: 'a', operator: 'Exists'}]},
    {'spec.tolerations': [{key: 'a', operator: 'Equal', value: 'x'}]},
  ),
  update('a deadline', {'spec.activeDeadlineSeconds': 10}),
  update('a later deadline', {'spec.activeDeadlineSeconds': 20}, {'spec.activeDeadlineSeconds': 10}),
  update('no deadline any more', {'spec.activeDeadlineSeconds': undefined}, {'spec.activeDeadlineSeconds': 10}),
  update('a gate more', {'spec.schedulingGates': [{name: 'a'}, {name: 'b'}]}, {'spec.schedulingGates': [{name: 'a'}]}),
  update('a gate less', {'spec.schedulingGates': undefined}, {'spec.schedulingGates': [{name: 'a'}]}),
  update(
    'a node selector of one that is gated',
    {'spec.nodeSelector': {a: 'b'}},
    {'spec.schedulingGates': [{name: 'a'}]},
  ),
  update('a node selector of one that is not', {'spec.nodeSelector': {a: 'b'}}),
  update('labels', {'metadata.labels': {a: 'b'}}),
];
