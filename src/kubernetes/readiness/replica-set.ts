import type {JsonObject} from '../../core/json.ts';
import {intAt, isTrue} from './read.ts';
import {current, inProgress, type Readiness} from './status.ts';

/** Judges a ReplicaSet by its conditions and replica counts, as kstatus does. */
export function replicaSetReadiness(object: JsonObject): Readiness {
  if (isTrue(object, 'ReplicaFailure')) {
    return inProgress('ReplicaFailure', 'Replica Failure condition. Check Pods');
  }
  const wanted = intAt(object, ['spec', 'replicas'], 1);
  const count = (field: string): number => intAt(object, ['status', field], 0);
  const [all, labelled, available, ready] = [
    count('replicas'),
    count('fullyLabeledReplicas'),
    count('availableReplicas'),
    count('readyReplicas'),
  ];
  if (wanted > labelled) return inProgress('LessLabelled', `Labelled: ${labelled}/${wanted}`);
  if (wanted > available) return inProgress('LessAvailable', `Available: ${available}/${wanted}`);
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`);
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`);
  return current(`ReplicaSet is available. Replicas: ${all}`);
}
