import {partAt} from '../../model/part.ts';
import {matchesLabels, matchesSelector} from '../shared/selector.ts';
import {replicaController} from './replica-controller.ts';

/** Keeps as many pods as a ReplicaSet wants. */
export const replicaSets = replicaController({
  kind: 'ReplicaSet',
  resource: 'replicasets.apps',
  component: 'replicaset-controller',
  selects: (owner, labels) => matchesSelector(partAt(owner, 'spec')['selector'], labels),
});

/** Keeps as many pods as a ReplicationController wants. Its selector is a plain map of labels. */
export const replicationControllers = replicaController({
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  component: 'replication-controller',
  selects: (owner, labels) => matchesLabels(partAt(owner, 'spec')['selector'], labels),
});
