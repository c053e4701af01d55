import type {JsonObject} from '../../core/json.ts';
import {neverObserved} from './generic.ts';
import {intAt} from './read.ts';
import {current, inProgress, type Readiness} from './status.ts';

/** Judges a DaemonSet by its updated pods. */
export const daemonSetReadiness = (object: JsonObject): Readiness => daemonSetPods(object, 'updated');

/** Judges a DaemonSet by its pods. `any` also counts pods of an older template (under `OnDelete` only the user replaces them). */
export function daemonSetPods(object: JsonObject, pods: 'updated' | 'any'): Readiness {
  const unseen = neverObserved(object);
  if (unseen !== undefined) return unseen;
  const wanted = intAt(object, ['status', 'desiredNumberScheduled'], -1);
  const count = (field: string): number => intAt(object, ['status', field], 0);
  if (wanted === -1) return inProgress('NoDesiredNumber', 'Missing .status.desiredNumberScheduled');
  const [scheduled, updated, available, ready] = [
    count('currentNumberScheduled'),
    pods === 'updated' ? count('updatedNumberScheduled') : wanted,
    count('numberAvailable'),
    count('numberReady'),
  ];
  if (wanted > scheduled) return inProgress('LessCurrent', `Current: ${scheduled}/${wanted}`);
  if (wanted > updated) return inProgress('LessUpdated', `Updated: ${updated}/${wanted}`);
  if (wanted > available) return inProgress('LessAvailable', `Available: ${available}/${wanted}`);
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`);
  return current(`All replicas scheduled as expected. Replicas: ${wanted}`);
}
