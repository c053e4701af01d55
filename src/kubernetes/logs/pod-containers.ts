import {isObject, type JsonObject} from '../../core/json.ts';
import {intAt, listAt, textAt, valueAt} from '../readiness/read.ts';

/** A container of a pod, as its node last reported it. */
export type PodContainer = {
  readonly name: string;
  /** The state. `waiting`: it is not running now, or has never run. */
  readonly state: 'waiting' | 'running' | 'ended';
  /** True if it has run at least once, so that there may be log lines. */
  readonly started: boolean;
  readonly restarts: number;
  /** True if it will not run again in this pod. */
  readonly final: boolean;
  /** The reason why it waits. */
  readonly reason: string;
};

const LISTS = [
  ['initContainers', 'initContainerStatuses'],
  ['containers', 'containerStatuses'],
  ['ephemeralContainers', 'ephemeralContainerStatuses'],
] as const;

/** Returns all containers of a pod, in the order in which they start. */
export function podContainers(pod: JsonObject): readonly PodContainer[] {
  return LISTS.flatMap(([specs, statuses]) => {
    const known = listAt(pod, 'status', statuses).filter(isObject);
    return listAt(pod, 'spec', specs)
      .filter(isObject)
      .map((spec) => {
        const status = known.find((one) => textAt(one, 'name') === textAt(spec, 'name')) ?? {};
        return containerOf(pod, {spec, status, isInit: specs === 'initContainers'});
      });
  });
}

/** Reports whether no container of a pod will run again. */
export const hasEnded = (pod: JsonObject): boolean => ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'));

type Told = {readonly spec: JsonObject; readonly status: JsonObject; readonly isInit: boolean};

function containerOf(pod: JsonObject, {spec, status, isInit}: Told): PodContainer {
  const running = isObject(valueAt(status, 'state', 'running'));
  const ended = valueAt(status, 'state', 'terminated');
  const restarts = intAt(status, ['restartCount'], 0);
  const state = running ? 'running' : isObject(ended) ? 'ended' : 'waiting';
  return {
    name: textAt(spec, 'name'),
    state,
    started: state !== 'waiting' || restarts > 0 || isObject(valueAt(status, 'lastState', 'terminated')),
    restarts,
    final:
      hasEnded(pod) || (isObject(ended) && !comesAgain(pod, {spec, isInit, exitCode: intAt(ended, ['exitCode'], 0)})),
    reason: textAt(status, 'state', 'waiting', 'reason') || textAt(pod, 'status', 'reason') || unscheduled(pod),
  };
}

type Ended = {readonly spec: JsonObject; readonly isInit: boolean; readonly exitCode: number};

function comesAgain(pod: JsonObject, {spec, isInit, exitCode}: Ended): boolean {
  const policy = textAt(pod, 'spec', 'restartPolicy') || 'Always';
  if (textAt(spec, 'restartPolicy') === 'Always') return true;
  if (exitCode === 0) return !isInit && policy === 'Always';
  return policy !== 'Never';
}

function unscheduled(pod: JsonObject): string {
  const conditions = listAt(pod, 'status', 'conditions').filter(isObject);
  const scheduled = conditions.find((one) => textAt(one, 'type') === 'PodScheduled');
  return scheduled !== undefined && textAt(scheduled, 'status') === 'False' ? textAt(scheduled, 'reason') : 'Pending';
}
