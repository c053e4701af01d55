import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {type ControlView, record, type Step} from '../../model/controller.ts';
import {annotationsOf, nameOf, withMetadata} from '../../model/metadata.ts';
import {numberAt} from '../../model/part.ts';
import {withSpec} from '../shared/with-status.ts';
import {fenceposts, isRolling, replicasOf} from './fenceposts.ts';
import {
  activeOf,
  allOf,
  maximumBefore,
  oldestFirst,
  type Sets,
  sizeAnnotations,
  sumOf,
  wantedOf,
} from './owned-replica-sets.ts';

/** One look of the Deployment controller at a Deployment; `now` in milliseconds since 1970. */
export type Turn = {readonly deployment: JsonObject; readonly cluster: ControlView; readonly now: number};

/** Source of the Deployment controller's events. */
export const COMPONENT = 'deployment-controller';

/** Returns the steps that resize a ReplicaSet and record the event. */
export function resize({deployment}: Turn, set: JsonObject, size: number): readonly Step[] {
  const before = replicasOf(set);
  const annotations = {...annotationsOf(set), ...sizeAnnotations(deployment)};
  if (before === size && deepEqual(annotations, annotationsOf(set))) return [];
  const object = withSpec(withMetadata(set, {annotations}), {replicas: size});
  if (before === size) return [{do: 'update', object}];
  const message = `Scaled ${before < size ? 'up' : 'down'} replica set ${nameOf(set)} from ${before} to ${size}`;
  return [{do: 'update', object}, record({about: deployment, reason: 'ScalingReplicaSet', message, by: COMPONENT})];
}

const changeSize = (turn: Turn, set: JsonObject, size: number): readonly Step[] =>
  replicasOf(set) === size ? [] : resize(turn, set, size);

/** Resizes all ReplicaSets in proportion, after the Deployment was scaled or while it is paused. */
export function scaleSets(turn: Turn, sets: Sets): readonly Step[] {
  const {deployment} = turn;
  const {current, old} = sets;
  const active = activeOf(allOf(sets));
  const only = active.length > 1 ? undefined : (active[0] ?? current ?? old.toSorted(oldestFirst).at(-1));
  if (only !== undefined) return changeSize(turn, only, replicasOf(deployment));
  if (current !== undefined && isSaturated(deployment, current)) {
    return activeOf(old).flatMap((set) => changeSize(turn, set, 0));
  }
  return isRolling(deployment) ? inProportion(turn, active) : [];
}

function isSaturated(deployment: JsonObject, set: JsonObject): boolean {
  const wanted = replicasOf(deployment);
  const isAnnotated = annotationsOf(set)['deployment.kubernetes.io/desired-replicas'] === String(wanted);
  return isAnnotated && replicasOf(set) === wanted && numberAt(set, 'status', 'availableReplicas') === wanted;
}

function inProportion(turn: Turn, active: readonly JsonObject[]): readonly Step[] {
  const {deployment} = turn;
  const wanted = replicasOf(deployment);
  const total = wanted + fenceposts(deployment).surge;
  const toAdd = (wanted > 0 ? total : 0) - wantedOf(active);
  const bySize = active.toSorted(
    (a, b) => replicasOf(b) - replicasOf(a) || (toAdd > 0 ? oldestFirst(b, a) : oldestFirst(a, b)),
  );
  let added = 0;
  const sizes = bySize.map((set) => {
    const share =
      wanted === 0
        ? -replicasOf(set)
        : Math.round((replicasOf(set) * total) / (maximumBefore(deployment, set) || total)) - replicasOf(set);
    const left = toAdd - added;
    const part = toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
    const change = toAdd === 0 || left === 0 ? 0 : part;
    added += change;
    return replicasOf(set) + change;
  });
  // The biggest ReplicaSet gets the remainder of the rounding.
  return bySize.flatMap((set, i) => resize(turn, set, Math.max(0, (sizes[i] ?? 0) + (i === 0 ? toAdd - added : 0))));
}

/** Returns how many pods the current ReplicaSet may have now. */
export function nextSize(deployment: JsonObject, sets: Sets): number {
  const wanted = replicasOf(deployment);
  const has = sets.current === undefined ? 0 : replicasOf(sets.current);
  if (!isRolling(deployment)) return wanted;
  const room = wanted + fenceposts(deployment).surge - wantedOf(allOf(sets));
  return room <= 0 ? has : has + Math.min(room, wanted - has);
}

/** Returns one step of a rolling update: scale up the new ReplicaSet first, then scale down the old ones. */
export function roll(turn: Turn, {current, old}: Required<Sets>): readonly Step[] {
  const {deployment} = turn;
  if (current === undefined) return [];
  const wanted = replicasOf(deployment);
  const has = replicasOf(current);
  const up =
    has === wanted ? [] : changeSize(turn, current, has > wanted ? wanted : nextSize(deployment, {current, old}));
  return up.length > 0 ? up : scaleDown(turn, {current, old});
}

function scaleDown(turn: Turn, {current, old}: Sets): readonly Step[] {
  const {deployment} = turn;
  const all = allOf({current, old});
  const active = activeOf(old).toSorted(oldestFirst);
  const minimum = replicasOf(deployment) - fenceposts(deployment).unavailable;
  const notYet = current === undefined ? 0 : replicasOf(current) - numberAt(current, 'status', 'availableReplicas');
  const most = wantedOf(all) - minimum - notYet;
  if (most <= 0) return [];
  // Unavailable pods are removed first, because they serve no requests.
  const sizes = new Map(active.map((set) => [set, replicasOf(set)]));
  const take = (from: JsonObject, count: number): number => {
    const size = sizes.get(from) ?? 0;
    const taken = Math.max(0, Math.min(size, count));
    sizes.set(from, size - taken);
    return taken;
  };
  let left = most;
  for (const set of active) {
    left -= take(set, Math.min(left, replicasOf(set) - numberAt(set, 'status', 'availableReplicas')));
  }
  let spare = sumOf(all, 'availableReplicas') - minimum;
  for (const set of active) spare -= take(set, spare);
  return active.flatMap((set) => changeSize(turn, set, sizes.get(set) ?? 0));
}
