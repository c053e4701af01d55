import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller, ControlView} from '../../model/controller.ts';
import {isBeingDeleted, labelsOf, namespaceOf} from '../../model/metadata.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {setCondition} from '../shared/condition.ts';
import {controllerOf, itself, keyOf} from '../shared/owner.ts';
import {resourceOfKind} from '../shared/resource-of-kind.ts';
import {matchesSelector} from '../shared/selector.ts';
import {withStatus} from '../shared/with-status.ts';
import {replicasOf, scaled} from '../workloads/fenceposts.ts';
import {isDone, isReady} from '../workloads/pod-state.ts';

const BUDGETS = 'poddisruptionbudgets.policy';

/** The controller of PodDisruptionBudgets: it reports how many pods may be disrupted. */
export const disruptionBudgets: Controller = {
  name: 'disruption-controller',
  watches: {
    [BUDGETS]: itself,
    pods: (pod, cluster) =>
      cluster
        .list(BUDGETS, namespaceOf(pod))
        .filter((budget) => covers(budget, pod))
        .map((budget) => keyOf(budget)),
  },
  steps: (key, cluster, now) => {
    const budget = cluster.get(BUDGETS, key.namespace, key.name);
    if (budget === undefined || isBeingDeleted(budget)) return [];
    const status = statusOf(budget, cluster, now);
    return deepEqual(status, budget['status']) ? [] : [{do: 'status', object: withStatus(budget, status)}];
  },
};

const covers = (budget: JsonObject, pod: JsonObject): boolean =>
  matchesSelector(partAt(budget, 'spec')['selector'], labelsOf(pod));

function statusOf(budget: JsonObject, cluster: ControlView, now: number): JsonObject {
  const pods = cluster.list('pods', namespaceOf(budget)).filter((pod) => !isDone(pod) && covers(budget, pod));
  const healthy = pods.filter((pod) => isReady(pod) && !isBeingDeleted(pod)).length;
  const {expected, desired} = expectationOf(budget, pods, cluster);
  const allowed = pods.length === 0 ? 0 : Math.max(0, healthy - desired);
  const observedGeneration = numberAt(budget, 'metadata', 'generation');
  const condition = {
    type: 'DisruptionAllowed',
    status: allowed > 0 ? 'True' : 'False',
    observedGeneration,
    lastTransitionTime: timestamp(now),
    reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
  return {
    conditions: setCondition(objectsAt(budget, 'status', 'conditions'), condition),
    currentHealthy: healthy,
    desiredHealthy: desired,
    disruptionsAllowed: allowed,
    expectedPods: expected,
    observedGeneration,
  };
}

type Expectation = {readonly expected: number; readonly desired: number};

function expectationOf(budget: JsonObject, pods: readonly JsonObject[], cluster: ControlView): Expectation {
  const {minAvailable, maxUnavailable} = partAt(budget, 'spec');
  if (maxUnavailable !== undefined) {
    const expected = wantedOf(pods, cluster);
    return {expected, desired: Math.max(0, expected - scaled(maxUnavailable, expected, Math.ceil))};
  }
  if (typeof minAvailable === 'string') {
    const expected = wantedOf(pods, cluster);
    return {expected, desired: scaled(minAvailable, expected, Math.ceil)};
  }
  return {expected: pods.length, desired: typeof minAvailable === 'number' ? minAvailable : 1};
}

/** Returns how many replicas the controllers of the pods want in all. Each controller counts once. */
function wantedOf(pods: readonly JsonObject[], cluster: ControlView): number {
  const owners = new Map<string, JsonObject>();
  for (const pod of pods) {
    const reference = controllerOf(pod);
    const resource = resourceOfKind(textAt(reference, 'apiVersion'), textAt(reference, 'kind'), cluster) ?? '';
    const owner = cluster.get(resource, namespaceOf(pod), textAt(reference, 'name'));
    if (owner !== undefined) owners.set(textAt(reference, 'uid'), owner);
  }
  return [...owners.values()].reduce((sum, owner) => sum + replicasOf(owner), 0);
}
