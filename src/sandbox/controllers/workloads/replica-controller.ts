import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {type Controller, type ControlView, record, type Step} from '../../model/controller.ts';
import {isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {numberAt, optionalNumberAt, partAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {claim, claimants} from '../shared/claim.ts';
import {conditionOf} from '../shared/condition.ts';
import {controlledBy, itself} from '../shared/owner.ts';
import {counts, withStatus} from '../shared/with-status.ts';
import {freeNames, podOfTemplate} from './pod-of-template.ts';
import {firstToGo, isActive, isReady, untilAvailable} from './pod-state.ts';

/** The differences between ReplicaSets and ReplicationControllers, which share one controller. */
type Kind = {
  readonly kind: string;
  readonly resource: string;
  readonly component: string;
  readonly selects: (owner: JsonObject, labels: JsonObject) => boolean;
};

/** The number of pods created or deleted in one turn. Requests must not wait for a large set. */
const AT_ONCE = 20;

type Turn = {readonly kind: Kind; readonly owner: JsonObject; readonly cluster: ControlView; readonly now: number};

/** Returns the controller that keeps the wanted number of pods. */
export const replicaController = (kind: Kind): Controller => ({
  name: kind.component,
  watches: {
    [kind.resource]: itself,
    pods: claimants(kind.kind, kind.resource, (owner, pod) => kind.selects(owner, labelsOf(pod))),
  },
  steps: (key, cluster, now) => {
    const owner = cluster.get(kind.resource, key.namespace, key.name);
    if (owner === undefined) return [];
    const turn = {kind, owner, cluster, now};
    const pods = controlledBy(owner, 'pods', cluster);
    const active = pods.filter((pod) => isActive(pod));
    const isItsOwn = (pod: JsonObject): boolean => kind.selects(owner, labelsOf(pod));
    const claimed = claim(owner, {resource: 'pods', matches: isItsOwn, among: isActive}, cluster);
    const scaled = isBeingDeleted(owner) || claimed.length > 0 ? [] : scale(turn, active);
    return [...claimed, ...report(turn, active, undefined), ...scaled, ...wait(turn, active)];
  },
});

const wanted = (owner: JsonObject): number => optionalNumberAt(owner, 'spec', 'replicas') ?? 1;

function scale(turn: Turn, active: readonly JsonObject[]): readonly Step[] {
  const missing = wanted(turn.owner) - active.length;
  if (missing > 0) return create(turn, active, Math.min(missing, AT_ONCE));
  return active
    .toSorted(firstToGo)
    .slice(0, Math.min(-missing, AT_ONCE))
    .flatMap((pod) => [
      {do: 'delete', resource: 'pods', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod)},
      tell(turn, 'SuccessfulDelete', `Deleted pod: ${nameOf(pod)}`),
    ]);
}

function create(turn: Turn, active: readonly JsonObject[], count: number): readonly Step[] {
  const {owner, cluster, now} = turn;
  const template = partAt(owner, 'spec', 'template');
  return freeNames(owner, count, cluster, now).flatMap((name): readonly Step[] => [
    {
      do: 'create',
      object: podOfTemplate(owner, template, {generateName: `${nameOf(owner)}-`, name}),
      refused: (message) => [
        tell(turn, 'FailedCreate', `Error creating: ${message}`),
        ...report(turn, active, message),
      ],
    },
    tell(turn, 'SuccessfulCreate', `Created pod: ${name}`),
  ]);
}

function tell({kind, owner}: Turn, reason: string, message: string): Step {
  const type = reason.startsWith('Failed') ? 'Warning' : 'Normal';
  return record({about: owner, type, reason, message, by: kind.component});
}

/** Updates the status. `failure` is the server's refusal of a new pod. */
function report(
  {kind, owner: asked, cluster, now}: Turn,
  active: readonly JsonObject[],
  failure: string | undefined,
): readonly Step[] {
  // The status may have changed since the turn began.
  const owner = cluster.get(kind.resource, namespaceOf(asked), nameOf(asked)) ?? asked;
  const template = labelsOf(partAt(owner, 'spec', 'template'));
  const minReady = numberAt(owner, 'spec', 'minReadySeconds');
  const failed = replicaFailure(owner, active, {failure, now});
  const status = {
    replicas: active.length,
    ...counts({
      fullyLabeledReplicas: active.filter((pod) => includes(labelsOf(pod), template)).length,
      readyReplicas: active.filter((pod) => isReady(pod)).length,
      availableReplicas: active.filter((pod) => untilAvailable(pod, minReady, now) === 0).length,
      observedGeneration: numberAt(owner, 'metadata', 'generation'),
    }),
    ...defined({conditions: failed !== undefined ? [failed] : undefined}),
  };
  return deepEqual(status, owner['status']) ? [] : [{do: 'status', object: withStatus(owner, status)}];
}

const includes = (labels: JsonObject, template: JsonObject): boolean =>
  Object.entries(template).every(([key, value]) => labels[key] === value);

type Failure = {readonly failure: string | undefined; readonly now: number};

/** Returns the condition ReplicaFailure. It keeps its first message until there are enough pods, because every refusal names another pod. */
function replicaFailure(
  owner: JsonObject,
  active: readonly JsonObject[],
  {failure, now}: Failure,
): JsonObject | undefined {
  const before = conditionOf(owner, 'ReplicaFailure');
  if (failure === undefined) return active.length < wanted(owner) ? before : undefined;
  if (before !== undefined) return before;
  const lastTransitionTime = timestamp(now);
  return {type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason: 'FailedCreate', message: failure};
}

/** Waits until the next pod has been ready for `minReadySeconds`. */
function wait({owner, now}: Turn, active: readonly JsonObject[]): readonly Step[] {
  const minReady = numberAt(owner, 'spec', 'minReadySeconds');
  const times = active.flatMap((pod) => untilAvailable(pod, minReady, now) ?? []).filter((ms) => ms > 0);
  return times.length === 0 ? [] : [{do: 'again', afterMs: Math.min(...times)}];
}
