import {objectAt} from '../shared/read.ts';
import {matchesLabels, matchesSelector} from '../shared/selector.ts';
import {replicaController} from './replica-controller.ts';

export const replicaSets = replicaController({
  kind: 'ReplicaSet',
  resource: 'replicasets.apps',
  component: 'replicaset-controller',
  selects: (owner, labels) => matchesSelector(objectAt(owner, 'spec')['selector'], labels),
});

export const replicationControllers = replicaController({
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  component: 'replication-controller',
  selects: (owner, labels) => matchesLabels(objectAt(owner, 'spec')['selector'], labels),
});
