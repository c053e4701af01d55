import {isObject, type JsonObject} from '../../core/json.ts';
import {conditionOf, isTrue} from '../../kubernetes/readiness/read.ts';
import {isBeingDeleted} from '../model/metadata.ts';
import {numberAt, objectsAt, textAt, valueAt} from '../model/part.ts';
import {age, type Cell, name, sizeAt, textOr} from './cell.ts';
import {endReason, lastEnd, later} from './container-end.ts';
import {sinceTime} from './human-duration.ts';
import {initProgress} from './init-containers.ts';

/** The values of the columns of a pod. */
type PodState = {readonly ready: number; readonly reason: string; readonly restarts: number; readonly last: string};

/** The columns of pods. */
export const POD_CELLS: readonly Cell[] = [
  name,
  (pod) => `${podState(pod).ready}/${containers(pod)}`,
  (pod) => podState(pod).reason,
  (pod, now) => {
    const {restarts, last} = podState(pod);
    return restarts === 0 || last === '' ? `${restarts}` : `${restarts} (${sinceTime(last, now)} ago)`;
  },
  age,
  (pod) => {
    const [first] = objectsAt(pod, 'status', 'podIPs');
    return (first && textAt(first, 'ip')) || '<none>';
  },
  textOr('<none>', 'spec', 'nodeName'),
  textOr('<none>', 'status', 'nominatedNodeName'),
  readinessGates,
];

/** Counts the containers, including sidecars: init containers that keep running. */
const containers = (pod: JsonObject): number =>
  sizeAt(pod, 'spec', 'containers') +
  objectsAt(pod, 'spec', 'initContainers').filter((container) => textAt(container, 'restartPolicy') === 'Always')
    .length;

function podState(pod: JsonObject): PodState {
  const phase = textAt(pod, 'status', 'phase');
  const gated = conditionOf(pod, 'PodScheduled')?.reason === 'SchedulingGated';
  const given = gated ? 'SchedulingGated' : textAt(pod, 'status', 'reason') || phase;
  const init = initProgress(pod, given);
  const state: PodState =
    init.initializing && !isTrue(pod, 'Initialized')
      ? {ready: init.ready, reason: init.reason, restarts: init.restarts, last: init.last}
      : mainState(pod, {ready: init.ready, reason: init.reason, restarts: init.kept.restarts, last: init.kept.last});
  return {...state, reason: reasonOfDeletion(pod, phase) ?? state.reason};
}

function mainState(pod: JsonObject, before: PodState): PodState {
  const statuses = objectsAt(pod, 'status', 'containerStatuses');
  // In reverse order, so that the reason of the first container wins.
  const reason = statuses.toReversed().reduce((so, status) => reasonOf(status) ?? so, before.reason);
  const running = statuses.filter((status) => isRunning(status) && reasonOf(status) === undefined).length;
  const completedBeside = reason === 'Completed' && running > 0;
  return {
    ready: before.ready + running,
    reason: completedBeside ? (isTrue(pod, 'Ready') ? 'Running' : 'NotReady') : reason,
    restarts: statuses.reduce((sum, status) => sum + numberAt(status, 'restartCount'), before.restarts),
    last: statuses.map(lastEnd).reduce(later, before.last),
  };
}

function reasonOf(status: JsonObject): string | undefined {
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== '') return waiting;
  const ended = valueAt(status, 'state', 'terminated');
  return isObject(ended) ? endReason(ended) : undefined;
}

const isRunning = (status: JsonObject): boolean =>
  valueAt(status, 'ready') === true && isObject(valueAt(status, 'state', 'running'));

function reasonOfDeletion(pod: JsonObject, phase: string): string | undefined {
  if (!isBeingDeleted(pod)) return undefined;
  if (textAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating';
}

function readinessGates(pod: JsonObject): string {
  const gates = objectsAt(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return '<none>';
  const open = gates.filter((gate) => isTrue(pod, textAt(gate, 'conditionType')));
  return `${open.length}/${gates.length}`;
}
