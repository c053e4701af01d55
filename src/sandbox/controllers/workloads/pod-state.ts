import type {JsonObject} from '../../../core/json.ts';
import {annotationsOf, isBeingDeleted, nameOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';
import {timeAt} from '../../model/time.ts';
import {conditionOf, hasCondition} from '../shared/condition.ts';

/** Returns `status.phase`; a pod without status is Pending. */
export const phaseOf = (pod: JsonObject): string => textAt(pod, 'status', 'phase') || 'Pending';

/** Reports whether a pod is active: not finished and not being deleted. */
export const isActive = (pod: JsonObject): boolean => !isDone(pod) && !isBeingDeleted(pod);

/** Reports whether the pod has ended for good, with or without success. */
export const isDone = (pod: JsonObject): boolean => ['Succeeded', 'Failed'].includes(phaseOf(pod));

/** Reports whether the pod's condition Ready is true. */
export const isReady = (pod: JsonObject): boolean => hasCondition(pod, 'Ready');

/** Returns the milliseconds until a pod has been ready for `minReadySeconds`; undefined if it is not ready. */
export function untilAvailable(pod: JsonObject, minReadySeconds: number, now: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = timeAt(conditionOf(pod, 'Ready'), 'lastTransitionTime');
  return Math.max(0, since + minReadySeconds * 1000 - now);
}

/** Reports whether the pod has been ready for `minReadySeconds` at `now` (ms). */
export const isAvailable = (pod: JsonObject, minReadySeconds: number, now: number): boolean =>
  untilAvailable(pod, minReadySeconds, now) === 0;

/** Compares two pods by which is deleted first: without a node, pending, not ready, cheaper to delete, more restarts, younger. */
export function firstToGo(a: JsonObject, b: JsonObject): number {
  const [left, right] = [rank(a), rank(b)];
  for (const [i, value] of left.entries()) {
    const other = right[i] ?? 0;
    if (value !== other) return value - other;
  }
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

function rank(pod: JsonObject): readonly number[] {
  const restarts = objectsAt(pod, 'status', 'containerStatuses').map(({restartCount}) => Number(restartCount ?? 0));
  return [
    textAt(pod, 'spec', 'nodeName') === '' ? 0 : 1,
    ['Pending', 'Unknown', 'Running'].indexOf(phaseOf(pod)),
    isReady(pod) ? 1 : 0,
    Number(textAt(annotationsOf(pod), 'controller.kubernetes.io/pod-deletion-cost')) || 0,
    -timeAt(conditionOf(pod, 'Ready'), 'lastTransitionTime'),
    -Math.max(0, ...restarts),
    -timeAt(pod, 'metadata', 'creationTimestamp'),
  ];
}
