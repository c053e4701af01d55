import type {JsonObject} from '../../core/json.ts';
import {conditionOf, intAt, isTrue} from './read.ts';
import {current, failed, inProgress, type Readiness} from './status.ts';

/** The value that the API server stores for "no deadline". The controller then reports no Progressing condition. */
const NO_DEADLINE = 2 ** 31 - 1;

/** Judges a Deployment by its conditions and replica counts, as kstatus does. */
export function deploymentReadiness(object: JsonObject): Readiness {
  const progressing = conditionOf(object, 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    return {...failed(progressing.reason, progressing.message), message: 'Progress deadline exceeded'};
  }
  const pods = replicas(object);
  if (pods !== undefined) return pods;
  const deadline = intAt(object, ['spec', 'progressDeadlineSeconds'], NO_DEADLINE);
  const rolledOut = progressing?.status === 'True' && progressing.reason === 'NewReplicaSetAvailable';
  if (deadline !== NO_DEADLINE && !rolledOut) return inProgress('ReplicaSetNotAvailable', 'ReplicaSet not Available');
  if (!isTrue(object, 'Available')) return inProgress('DeploymentNotAvailable', 'Deployment not Available');
  return current(`Deployment is available. Replicas: ${intAt(object, ['status', 'replicas'], 0)}`);
}

/** Checks that all new pods exist and all old ones are gone: `Recreate` must not be ready because of old pods. */
function replicas(object: JsonObject): Readiness | undefined {
  const wanted = intAt(object, ['spec', 'replicas'], 1);
  const count = (field: string): number => intAt(object, ['status', field], 0);
  const [all, updated, ready, available] = [
    count('replicas'),
    count('updatedReplicas'),
    count('readyReplicas'),
    count('availableReplicas'),
  ];
  if (wanted > all) return inProgress('LessReplicas', `Replicas: ${all}/${wanted}`);
  if (wanted > updated) return inProgress('LessUpdated', `Updated: ${updated}/${wanted}`);
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`);
  if (updated > available) return inProgress('LessAvailable', `Available: ${available}/${updated}`);
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`);
  return undefined;
}
