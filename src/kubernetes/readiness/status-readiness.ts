import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {ownersOf} from '../fields/owners.ts';
import {engineReadiness} from './engine-readiness.ts';
import {pvcReadiness} from './pvc.ts';
import {intAt, textAt, valueAt} from './read.ts';
import {failed, inProgress, type Readiness} from './status.ts';

/**
 * Judges an object when nobody waits for it. This is stricter than during an apply, which accepts states that it could
 * wait for without end (a paused rollout without pods, a PVC that is not bound). `released` is the object as the last
 * release wrote it.
 */
export function statusReadiness(object: JsonObject, now: Date, released?: Json): Readiness {
  const {group, kind} = identityOf(object);
  const isScaled = SCALED.has(`${group}/${kind}`);
  // Only the spec decides: while the controller removes the pods, the status would change back and forth.
  const zero = isScaled ? scaledToZero(object, released) : undefined;
  if (zero !== undefined) return zero;
  const readiness = engineReadiness(object, now);
  if (readiness.status !== 'Current') return readiness;
  if (group === '' && kind === 'PersistentVolumeClaim') return pvcReadiness(object);
  return (isScaled ? fewerPods(object, readiness) : undefined) ?? readiness;
}

/** Kinds that report how many pods they want and how many of them are ready. */
const SCALED: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/ReplicaSet',
  '/ReplicationController',
]);

function fewerPods(object: JsonObject, {message}: Readiness): Readiness | undefined {
  const wanted = intAt(object, ['spec', 'replicas'], 1);
  const ready = intAt(object, ['status', 'readyReplicas'], 0);
  return ready < wanted ? inProgress('LessReady', `Ready: ${ready}/${wanted}; ${message}`) : undefined;
}

/** Reports a workload that should have pods, but was scaled to zero. An autoscaler may do that: it restores the pods. */
function scaledToZero(object: JsonObject, released: Json | undefined): Readiness | undefined {
  const wanted = isObject(released) ? intAt(released, ['spec', 'replicas'], 0) : 0;
  if (wanted === 0 || intAt(object, ['spec', 'replicas'], 1) !== 0) return undefined;
  if (valueAt(object, 'metadata', 'deletionTimestamp') !== undefined) return undefined;
  const owners = ownersOf(valueAt(object, 'metadata', 'managedFields'), [{field: 'spec'}, {field: 'replicas'}]);
  if (owners.some(({manager}) => AUTOSCALER.test(manager))) return undefined;
  const [by] = owners;
  const who = by === undefined ? 'somebody' : by.manager;
  return failed('ScaledToZero', `Ready: 0/${wanted}; ${who} scaled it to 0 after the last release`);
}

const AUTOSCALER = /^kube-controller-manager$|keda|autoscaler/;

/** Reports whether an object is a PVC that is not bound. */
export const isUnboundPvc = (object: JsonObject): boolean => {
  const {group, kind} = identityOf(object);
  return group === '' && kind === 'PersistentVolumeClaim' && textAt(object, 'status', 'phase') !== 'Bound';
};
