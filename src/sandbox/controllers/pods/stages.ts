import type {JsonObject} from '../../../core/json.ts';
import {annotationsOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';
import {TEST_POD} from '../../model/test-pod.ts';
import {timeAt} from '../../model/time.ts';
import {hasCondition} from '../shared/condition.ts';
import {backOff, terminated, waiting} from './container-states.ts';
import {BACK_OFF, FAILING, first, type Stage, whole} from './failing.ts';
import {becomesReady, completed} from './statuses.ts';

/** Returns the next stage of a pod at `now` (ms); undefined if there is none. */
export function nextStage(pod: JsonObject, now: number): Stage | undefined {
  const how = behaviour(pod);
  const phase = textAt(pod, 'status', 'phase') || 'Pending';
  if (phase === 'Succeeded' || phase === 'Failed') return undefined;
  if (isFailing(how)) return FAILING[how](pod, now);
  const begun = textAt(pod, 'status', 'startTime') !== '';
  if (phase === 'Running')
    return isReady(pod) && ends(pod) ? {afterMs: since(pod, 200, now), status: completed} : undefined;
  if (how === 'slow' && !begun) return first({state: () => waiting('ContainerCreating')});
  if (how === 'crash-once' && !begun) {
    return first({
      restartCount: 1,
      event: BACK_OFF,
      state: (container) => waiting('CrashLoopBackOff', backOff(container, '10s')),
      lastState: (at) =>
        terminated(1, 'Error', {
          from: at,
          to: at,
        }),
    });
  }
  const isDelayed = how === 'slow' || how === 'crash-once';
  return {afterMs: isDelayed ? whole(timeAt(pod, 'status', 'startTime'), delayOf(pod), now) : 0, status: becomesReady};
}

/** Returns the behavior that the pod's annotation requests; empty for that of ordinary pods. */
function behaviour(pod: JsonObject): string {
  const how = textAt(annotationsOf(pod), TEST_POD);
  if (isFailing(how) || how === 'slow' || how === 'crash-once') return how;
  return textAt(objectsAt(pod, 'spec', 'containers')[0] ?? {}, 'image').endsWith('-broken') ? 'crash-loop' : '';
}

const isFailing = (how: string): how is keyof typeof FAILING => Object.hasOwn(FAILING, how);
const isReady = (pod: JsonObject): boolean => hasCondition(pod, 'Ready');
const ends = (pod: JsonObject): boolean => ['Never', 'OnFailure'].includes(textAt(pod, 'spec', 'restartPolicy'));

function since(pod: JsonObject, delay: number, now: number): number {
  const ready = objectsAt(pod, 'status', 'conditions').find(({type}) => type === 'Ready');
  return Math.max(0, timeAt(ready ?? {}, 'lastTransitionTime') + delay - now);
}

/** Reads `gantry.dev/test-pod-delay` (1s, 500ms, 1m30s), in milliseconds. Default: 5 s. */
function delayOf(pod: JsonObject): number {
  const UNITS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};
  const parts = [...textAt(annotationsOf(pod), 'gantry.dev/test-pod-delay').matchAll(/(?<![\d.])([\d.]+)(ms|s|m|h)/g)];
  if (parts.length === 0) return 5000;
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * (UNITS[unit ?? ''] ?? 0), 0);
}
