import type {JsonObject} from '../../core/json.ts';
import {conditionOf} from '../../kubernetes/readiness/read.ts';
import {labelsOf} from '../model/metadata.ts';
import {objectsAt, textAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, name, number, text, textOr} from './cell.ts';

/** Columns of nodes, namespaces and other parts of the cluster. */
export const CLUSTER_CELLS: Cells = {
  Namespace: [name, text('status', 'phase'), age],
  Node: [
    name,
    nodeStatus,
    (node) => roles(node).join(',') || '<none>',
    age,
    text('status', 'nodeInfo', 'kubeletVersion'),
    nodeAddress('InternalIP'),
    nodeAddress('ExternalIP'),
    textOr('<unknown>', 'status', 'nodeInfo', 'osImage'),
    textOr('<unknown>', 'status', 'nodeInfo', 'kernelVersion'),
    textOr('<unknown>', 'status', 'nodeInfo', 'containerRuntimeVersion'),
  ],
  ComponentStatus: [name, componentHealth, component('message'), component('error')],
  'APIService.apiregistration.k8s.io': [name, serviceOf, available, age],
  'FlowSchema.flowcontrol.apiserver.k8s.io': [
    name,
    text('spec', 'priorityLevelConfiguration', 'name'),
    number('spec', 'matchingPrecedence'),
    textOr('<none>', 'spec', 'distinguisherMethod', 'type'),
    age,
    (schema) => conditionOf(schema, 'Dangling')?.status ?? '?',
  ],
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io': [
    name,
    text('spec', 'type'),
    limited('nominalConcurrencyShares'),
    limited('limitResponse', 'queuing', 'queues'),
    limited('limitResponse', 'queuing', 'handSize'),
    limited('limitResponse', 'queuing', 'queueLengthLimit'),
    age,
  ],
};

function nodeStatus(node: JsonObject): string {
  const ready = conditionOf(node, 'Ready')?.status;
  const status = ready === undefined ? 'Unknown' : ready === 'True' ? 'Ready' : 'NotReady';
  return valueAt(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

const ROLE = 'node-role.kubernetes.io/';

function roles(node: JsonObject): readonly string[] {
  const named = Object.keys(labelsOf(node))
    .filter((key) => key.startsWith(ROLE))
    .map((key) => key.slice(ROLE.length));
  return [...new Set([...named, textAt(node, 'metadata', 'labels', 'kubernetes.io/role')])]
    .filter((role) => role !== '')
    .toSorted();
}

function nodeAddress(type: string): Cell {
  return (node) => {
    const found = objectsAt(node, 'status', 'addresses').find((address) => textAt(address, 'type') === type);
    return found === undefined ? '<none>' : textAt(found, 'address');
  };
}

const healthOf = (object: JsonObject): JsonObject | undefined =>
  objectsAt(object, 'conditions').find((condition) => textAt(condition, 'type') === 'Healthy');

function componentHealth(object: JsonObject): string {
  const health = healthOf(object);
  if (health === undefined) return 'Unknown';
  return textAt(health, 'status') === 'True' ? 'Healthy' : 'Unhealthy';
}

function component(field: string): Cell {
  return (object) => textAt(healthOf(object), field);
}

function serviceOf(object: JsonObject): string {
  if (valueAt(object, 'spec', 'service') === undefined) return 'Local';
  return `${textAt(object, 'spec', 'service', 'namespace')}/${textAt(object, 'spec', 'service', 'name')}`;
}

function available(object: JsonObject): string {
  const condition = conditionOf(object, 'Available');
  if (condition === undefined) return 'Unknown';
  return condition.status === 'True' || condition.reason === ''
    ? condition.status
    : `${condition.status} (${condition.reason})`;
}

function limited(...path: readonly string[]): Cell {
  return (object) => {
    if (valueAt(object, 'spec', 'limited') === undefined) return '<none>';
    return valueAt(object, 'spec', 'limited', ...path) ?? (path.length > 1 ? '<none>' : 0);
  };
}
