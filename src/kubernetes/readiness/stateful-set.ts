import type {JsonObject} from '../../core/json.ts';
import {intAt, textAt} from './read.ts';
import {current, inProgress, type Readiness} from './status.ts';

/** Judges a StatefulSet by its replica counts and revisions, as kstatus does. */
export function statefulSetReadiness(object: JsonObject): Readiness {
  // Only the user replaces the pods, one by one: there is no rollout to wait for.
  if (textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete') {
    return current('StatefulSet is using the ondelete update strategy');
  }
  return statefulSetReplicas(object) ?? rollout(object);
}

/** Checks that there are as many pods as wanted and that all are ready. Also used if nobody waits for a rollout. */
export function statefulSetReplicas(object: JsonObject): Readiness | undefined {
  const wanted = intAt(object, ['spec', 'replicas'], 1);
  const all = intAt(object, ['status', 'replicas'], 0);
  const ready = intAt(object, ['status', 'readyReplicas'], 0);
  if (wanted > all) return inProgress('LessReplicas', `Replicas: ${all}/${wanted}`);
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`);
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`);
  return undefined;
}

function rollout(object: JsonObject): Readiness {
  const wanted = intAt(object, ['spec', 'replicas'], 1);
  const partition = intAt(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition'], -1);
  if (partition !== -1) {
    // Pods with an ordinal below the partition keep the old revision on purpose.
    const updated = intAt(object, ['status', 'updatedReplicas'], 0);
    return updated < wanted - partition
      ? inProgress('PartitionRollout', `Updated: ${updated}/${wanted - partition}`)
      : current(`Partition rollout complete. Updated: ${updated}`);
  }
  const now = intAt(object, ['status', 'currentReplicas'], 0);
  if (wanted > now) return inProgress('LessCurrent', `Current: ${now}/${wanted}`);
  if (textAt(object, 'status', 'currentRevision') !== textAt(object, 'status', 'updateRevision')) {
    return inProgress('RevisionMismatch', 'Waiting for updated revision to match current');
  }
  return current(`All replicas scheduled as expected. Replicas: ${intAt(object, ['status', 'replicas'], 0)}`);
}
