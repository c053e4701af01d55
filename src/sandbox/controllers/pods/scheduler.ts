import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {type Controller, type ControlView, type ObjectKey, record, type Step} from '../../model/controller.ts';
import {isBeingDeleted, nameOf, namespaceOf} from '../../model/metadata.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {conditionOf, setCondition} from '../shared/condition.ts';
import {itself, keyOf} from '../shared/owner.ts';
import {withSpec, withStatus} from '../shared/with-status.ts';
import {fittingNode} from './fitting-node.ts';
import {pvcProblem} from './pvc-problem.ts';

/** The scheduler's name: `spec.schedulerName` by default, and the component of its events. */
export const SCHEDULER = 'default-scheduler';

/** The scheduler: it assigns a node to every pod, or reports why none fits. */
export const scheduler: Controller = {
  name: SCHEDULER,
  manager: 'kube-scheduler',
  watches: {
    pods: itself,
    nodes: (_node, cluster) => waitingPods(cluster),
    persistentvolumeclaims: (pvc, cluster) => waitingPods(cluster, namespaceOf(pvc)),
  },
  steps: (key, cluster, now) => {
    const pod = cluster.get('pods', key.namespace, key.name);
    if (pod === undefined || !isWaiting(pod)) return [];
    if (objectsAt(pod, 'spec', 'schedulingGates').length > 0) return notYet(pod, GATED, now);
    const problem = pvcProblem(pod, cluster);
    if (problem === 'wait') return [];
    const fit = problem === undefined ? fittingNode(pod, cluster) : {why: problem};
    return 'node' in fit ? bind(pod, fit.node, {cluster, now}) : refuse(pod, fit.why, {cluster, now});
  },
};

type Moment = {readonly cluster: ControlView; readonly now: number};

const waitingPods = (cluster: ControlView, namespace?: string): readonly ObjectKey[] =>
  cluster.list('pods', namespace).flatMap((pod) => (isWaiting(pod) ? [keyOf(pod)] : []));

function isWaiting(pod: JsonObject): boolean {
  if (isBeingDeleted(pod) || textAt(pod, 'spec', 'nodeName') !== '') return false;
  return (textAt(pod, 'spec', 'schedulerName') || SCHEDULER) === SCHEDULER;
}

const GATED = {reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates'};

function bind(pod: JsonObject, node: string, {now}: Moment): readonly Step[] {
  const scheduled = {type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: timestamp(now)};
  const conditions = setCondition(objectsAt(pod, 'status', 'conditions'), scheduled);
  const bound = withStatus(withSpec(pod, {nodeName: node}), {...partAt(pod, 'status'), conditions});
  const message = `Successfully assigned ${namespaceOf(pod)}/${nameOf(pod)} to ${node}`;
  return [{do: 'bind', object: bound}, record({about: pod, reason: 'Scheduled', message, by: SCHEDULER})];
}

function refuse(pod: JsonObject, message: string, {now}: Moment): readonly Step[] {
  const observed = numberAt(pod, 'metadata', 'generation');
  const steps = notYet(
    pod,
    {reason: 'Unschedulable', message, ...defined({observedGeneration: observed > 0 ? observed : undefined})},
    now,
  );
  if (steps.length === 0) return [];
  const happened = {about: pod, type: 'Warning', reason: 'FailedScheduling', message, by: SCHEDULER} as const;
  return [...steps, record(happened)];
}

function notYet(pod: JsonObject, why: JsonObject, now: number): readonly Step[] {
  const next = {type: 'PodScheduled', status: 'False', lastProbeTime: null, lastTransitionTime: timestamp(now), ...why};
  const before = objectsAt(pod, 'status', 'conditions');
  const conditions = setCondition(before, next);
  if (conditionOf(pod, 'PodScheduled') !== undefined && deepEqual(before, conditions)) return [];
  return [{do: 'status', object: withStatus(pod, {...partAt(pod, 'status'), conditions})}];
}
