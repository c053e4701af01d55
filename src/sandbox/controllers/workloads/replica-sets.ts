import {partAt} from '../../model/part.ts';
import {matchesLabels, matchesSelector} from '../shared/selector.ts';
import {replicaController} from './replica-controller.ts';

/** The controller of ReplicaSets: it keeps the wanted number of pods. */
export const replicaSets = replicaController({
  kind: 'ReplicaSet',
  resource: 'replicasets.apps',
  component: 'replicaset-controller',
  selects: (owner, labels) => matchesSelector(partAt(owner, 'spec')['selector'], labels),
});

/** The controller of ReplicationControllers: it keeps the wanted number of pods. Its selector is a plain map of labels. */
export const replicationControllers = replicaController({
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  component: 'replication-controller',
  selects: (owner, labels) => matchesLabels(partAt(owner, 'spec')['selector'], labels),
});
