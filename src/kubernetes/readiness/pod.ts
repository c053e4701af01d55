import {isObject, type JsonObject} from '../../core/json.ts';
import {conditionOf, isTrue, listAt, textAt} from './read.ts';
import {current, failed, inProgress, type Readiness, unknown} from './status.ts';

/** The time for which a new Pod may be unschedulable, because a node may just be starting. */
const SCHEDULE_WINDOW_MS = 15_000;

/** Judges a Pod by its phase and its containers, as kstatus does. */
export function podReadiness(object: JsonObject, now: Date): Readiness {
  const phase = textAt(object, 'status', 'phase');
  switch (phase) {
    case '':
      return inProgress('PodNotObserved', 'Pod phase not available');
    case 'Succeeded':
      return current('Pod has completed successfully');
    case 'Failed':
      return current('Pod has completed, but not successfully');
    case 'Running':
      return running(object);
    case 'Pending':
      return pending(object, now);
    default:
      return unknown(`Pod is in the unknown phase ${phase}`);
  }
}

function running(object: JsonObject): Readiness {
  if (isTrue(object, 'Ready')) return current('Pod is Ready');
  const looping = listAt(object, 'status', 'containerStatuses')
    .filter(isObject)
    .filter((container) => textAt(container, 'state', 'waiting', 'reason') === 'CrashLoopBackOff')
    .map((container) => textAt(container, 'name'));
  if (looping.length > 0) {
    return failed('ContainerCrashLooping', `Containers in CrashLoop state: ${looping.join(', ')}`);
  }
  return inProgress('PodRunningNotReady', 'Pod is running but is not Ready');
}

function pending(object: JsonObject, now: Date): Readiness {
  const scheduled = conditionOf(object, 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') {
    return inProgress('PodPending', 'Pod is in the Pending phase');
  }
  // A missing or unreadable time counts as long ago: comparisons with NaN are false.
  const created = Date.parse(textAt(object, 'metadata', 'creationTimestamp'));
  return now.getTime() - created < SCHEDULE_WINDOW_MS
    ? inProgress('PodNotScheduled', 'Pod has not been scheduled')
    : failed('PodUnschedulable', 'Pod could not be scheduled');
}
