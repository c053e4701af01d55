import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {type Controller, record, type Step} from '../../model/controller.ts';
import {isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {numberAt, partAt, textAt} from '../../model/part.ts';
import {claim, claimants} from '../shared/claim.ts';
import {controlledBy, controllerOfKind, itself} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';
import {counts, withStatus} from '../shared/with-status.ts';
import {replicasOf} from './fenceposts.ts';
import {isAvailable, isDone, isReady, untilAvailable} from './pod-state.ts';
import {oldRevisions, REVISIONS, revisionsOf} from './revisions.ts';
import {createPod, ordinalOf, REVISION_LABEL, reassignPvcs, STATEFUL, startOf, type Turn} from './stateful-pods.ts';

const selected = (set: JsonObject, object: JsonObject): boolean =>
  matchesSelector(partAt(set, 'spec')['selector'], labelsOf(object));
/** Reports whether the set could have created the pod. A pod with another name is not adopted. */
const isMember = (set: JsonObject, pod: JsonObject): boolean => ordinalOf(set, pod) >= 0 && selected(set, pod);

/** The controller of StatefulSets: it creates numbered pods in order, and updates and deletes them in reverse order. */
export const statefulSets: Controller = {
  name: STATEFUL,
  watches: {
    'statefulsets.apps': itself,
    pods: claimants('StatefulSet', 'statefulsets.apps', isMember),
    [REVISIONS]: controllerOfKind('StatefulSet'),
  },
  steps: (key, cluster, now) => {
    const set = cluster.get('statefulsets.apps', key.namespace, key.name);
    if (set === undefined || isBeingDeleted(set)) return [];
    const claimed = [
      ...claim(set, {resource: REVISIONS, matches: (revision) => selected(set, revision)}, cluster),
      ...claim(set, {resource: 'pods', matches: (pod) => isMember(set, pod)}, cluster),
    ];
    if (claimed.length > 0) return claimed;
    const revisions = revisionsOf(set, 'controller.kubernetes.io/hash', cluster);
    const {newest} = revisions;
    if (newest === undefined || revisions.steps.length > 0) return revisions.steps;
    const currentName = textAt(set, 'status', 'currentRevision');
    const current = revisions.all.find((one) => nameOf(one) === currentName) ?? newest;
    const pods = controlledBy(set, 'pods', cluster).filter((pod) => ordinalOf(set, pod) >= 0);
    const turn = {set, cluster, now, pods, current, newest};
    const inUse = new Set([nameOf(current), ...pods.map((pod) => revisionOf(pod))]);
    return [...report(turn), ...move(turn), ...wait(turn), ...oldRevisions(set, revisions, inUse)];
  },
};

type Move = Turn & {readonly pods: readonly JsonObject[]; readonly current: JsonObject; readonly newest: JsonObject};

const revisionOf = (pod: JsonObject): string => textAt(labelsOf(pod), REVISION_LABEL);
const minReadyOf = (set: JsonObject): number => numberAt(set, 'spec', 'minReadySeconds');
const isParallel = (set: JsonObject): boolean => textAt(set, 'spec', 'podManagementPolicy') === 'Parallel';
const isRolling = (set: JsonObject): boolean => textAt(set, 'spec', 'updateStrategy', 'type') !== 'OnDelete';
const partitionOf = (set: JsonObject): number => numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');

const isHealthy = ({set, now}: Turn, pod: JsonObject): boolean =>
  !isBeingDeleted(pod) && isAvailable(pod, minReadyOf(set), now);

/** Creates or deletes the next pod, or all at once if the set is parallel. */
function move(turn: Move): readonly Step[] {
  const {set, pods} = turn;
  const [start, end] = [startOf(set), startOf(set) + replicasOf(set)];
  const steps: Step[] = [];
  for (let ordinal = start; ordinal < end; ordinal++) {
    const next = settle(turn, ordinal);
    if (next === 'ready') continue;
    if (next !== 'wait') steps.push(...next);
    if (!isParallel(set)) return steps;
  }
  const beyond = pods
    .filter((pod) => ordinalOf(set, pod) < start || ordinalOf(set, pod) >= end)
    .toSorted((a, b) => ordinalOf(set, b) - ordinalOf(set, a));
  if (beyond.length > 0) {
    const going = isParallel(set) ? beyond : beyond.slice(0, 1);
    const staying = going.filter((pod) => !isBeingDeleted(pod));
    return [...steps, ...staying.flatMap((pod) => [...reassignPvcs(turn, pod), ...remove(turn, pod)])];
  }
  return steps.length > 0 ? steps : update(turn);
}

/** Returns the steps that the pod with this ordinal needs. */
function settle(turn: Move, ordinal: number): 'ready' | 'wait' | readonly Step[] {
  const {set, pods, current, newest} = turn;
  const pod = pods.find((one) => ordinalOf(set, one) === ordinal);
  if (pod === undefined) {
    const isOld = isRolling(set) && ordinal < startOf(set) + partitionOf(set);
    return createPod(turn, ordinal, isOld ? current : newest);
  }
  if (isBeingDeleted(pod)) return 'wait';
  if (isDone(pod)) return remove(turn, pod);
  return isHealthy(turn, pod) ? 'ready' : 'wait';
}

/** Deletes the last pod of another revision, if all later pods are healthy. */
function update(turn: Move): readonly Step[] {
  const {set, pods, newest} = turn;
  if (!isRolling(set)) return [];
  const from = startOf(set) + partitionOf(set);
  for (const pod of pods.toSorted((a, b) => ordinalOf(set, b) - ordinalOf(set, a))) {
    if (ordinalOf(set, pod) < from) break;
    if (revisionOf(pod) !== nameOf(newest)) return isBeingDeleted(pod) ? [] : remove(turn, pod);
    if (!isHealthy(turn, pod)) return [];
  }
  return [];
}

function remove({set}: Turn, pod: JsonObject): readonly Step[] {
  const message = `delete Pod ${nameOf(pod)} in StatefulSet ${nameOf(set)} successful`;
  return [
    {do: 'delete', resource: 'pods', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod)},
    record({about: set, reason: 'SuccessfulDelete', message, by: STATEFUL}),
  ];
}

function report({set, now, pods, current, newest}: Move): readonly Step[] {
  const live = pods.filter((pod) => !isBeingDeleted(pod));
  const of = (revision: JsonObject): number => live.filter((pod) => revisionOf(pod) === nameOf(revision)).length;
  const ready = pods.filter((pod) => isReady(pod)).length;
  const isOver = isRolling(set) && of(newest) === replicasOf(set) && ready === replicasOf(set) && pods.length === ready;
  const settled = isOver ? newest : current;
  const status = {
    observedGeneration: numberAt(set, 'metadata', 'generation'),
    replicas: pods.length,
    ...counts({
      readyReplicas: ready,
      currentReplicas: of(settled),
      updatedReplicas: of(newest),
    }),
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadyOf(set), now)).length,
    currentRevision: nameOf(settled),
    updateRevision: nameOf(newest),
    collisionCount: numberAt(set, 'status', 'collisionCount'),
  };
  return deepEqual(status, set['status']) ? [] : [{do: 'status', object: withStatus(set, status)}];
}

function wait({set, now, pods}: Move): readonly Step[] {
  const times = pods.flatMap((pod) => untilAvailable(pod, minReadyOf(set), now) ?? []).filter((ms) => ms > 0);
  return times.length === 0 ? [] : [{do: 'again', afterMs: Math.min(...times)}];
}
