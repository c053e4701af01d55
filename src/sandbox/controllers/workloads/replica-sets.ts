import {partAt} from '../../model/part.ts';
import {matchesLabels, matchesSelector} from '../shared/selector.ts';
import {replicaController} from './replica-controller.ts';

export const replicaSets = replicaController({
  kind: 'ReplicaSet',
  resource: 'replicasets.apps',
  component: 'replicaset-controller',
  selects: (owner, labels) => matchesSelector(partAt(owner, 'spec')['selector'], labels),
});

export const replicationControllers = replicaController({
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  component: 'replication-controller',
  selects: (owner, labels) => matchesLabels(partAt(owner, 'spec')['selector'], labels),
});
