import type {JsonObject} from '../../../core/json.ts';
import {objectsAt} from '../../model/part.ts';

/** Merges conditions into those of a pod. New ones come first, as a patch of a list puts them. Unchanged ones keep their transition time. */
export function withConditions(pod: JsonObject, next: readonly JsonObject[]): readonly JsonObject[] {
  const before = objectsAt(pod, 'status', 'conditions');
  const added = next.filter(({type}) => !before.some((other) => other['type'] === type));
  const kept = before.map((condition) => {
    const now = next.find(({type}) => type === condition['type']);
    if (now === undefined) return condition;
    const since = now['status'] === condition['status'] ? condition['lastTransitionTime'] : now['lastTransitionTime'];
    return {lastProbeTime: null, ...now, lastTransitionTime: since ?? null};
  });
  return [...added.map((condition) => ({lastProbeTime: null, ...condition})), ...kept];
}
