import {isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {daemonSetPods} from './daemon-set.ts';
import {enginePodReadiness} from './engine-pod-readiness.ts';
import {neverObserved} from './generic.ts';
import {isDone, progress} from './job.ts';
import {readinessRuleOf} from './kind-rules.ts';
import {olderCondition} from './older-condition.ts';
import {conditionOf, isTrue, listAt, textAt, valueAt} from './read.ts';
import {readinessOf} from './readiness.ts';
import {statefulSetReplicas} from './stateful-set.ts';
import {current, failed, inProgress, type Readiness, terminating} from './status.ts';

/**
 * Judges whether the dependents of an object may continue. The result is that of kstatus, but stricter where kstatus is
 * ready too early (a Job that merely runs, a Namespace that is not active), and milder where it would wait for ever (a
 * PVC that binds when first used, a rollout that only the user can complete).
 */
export function engineReadiness(object: JsonObject, now: Date): Readiness {
  const readiness = readinessOf(object, now);
  if (readiness.status === 'Terminating') return readiness;
  const {group, kind} = identityOf(object);
  // kstatus reports a Pod as failed at its first restart, and after 15 s without a node.
  if (group === '' && kind === 'Pod') return enginePodReadiness(object, readiness);
  const older = readinessRuleOf(object) === undefined ? olderCondition(object) : undefined;
  if (older !== undefined) return older;
  if (readiness.status === 'Failed')
    return group === 'batch' && kind === 'Job' ? failedJob(object, readiness) : readiness;
  // The status is of an older generation, so no rule may use it.
  if (readiness.conditions.some(({reason}) => reason === 'LatestGenerationNotObserved')) return readiness;
  return ENGINE_RULES.get(`${group}/${kind}`)?.(object, readiness) ?? readiness;
}

/** Returns another result than kstatus, or undefined to keep that of kstatus. */
type EngineRule = (object: JsonObject, kstatus: Readiness) => Readiness | undefined;

const ENGINE_RULES: ReadonlyMap<string, EngineRule> = new Map<string, EngineRule>([
  ['/Namespace', namespace],
  ['/Service', service],
  ['/PersistentVolumeClaim', pvc],
  ['/ResourceQuota', quota],
  ['/ReplicationController', replicationController],
  ['apps/Deployment', deployment],
  ['apps/ReplicaSet', neverObserved],
  ['apps/StatefulSet', statefulSet],
  ['apps/DaemonSet', daemonSet],
  ['batch/Job', job],
  ['apiextensions.k8s.io/CustomResourceDefinition', crd],
  ['apiregistration.k8s.io/APIService', apiService],
]);

function namespace(object: JsonObject): Readiness {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Terminating') return terminating('Namespace is being deleted');
  return phase === 'Active'
    ? current('Namespace is active')
    : inProgress('NamespaceNotActive', 'Namespace is not active yet');
}

function service(object: JsonObject): Readiness | undefined {
  if (textAt(object, 'spec', 'type') !== 'LoadBalancer') return undefined;
  // With external IPs it is reachable even if no load balancer is provisioned.
  if (listAt(object, 'spec', 'externalIPs').length > 0) return undefined;
  if (listAt(object, 'status', 'loadBalancer', 'ingress').length > 0) return undefined;
  return inProgress('NoLoadBalancerAddress', 'waiting for the load balancer to report an address');
}

/** Judges a PVC. It does not show whether its class waits for the first consumer, so waiting for the binding might never end. */
function pvc(object: JsonObject, kstatus: Readiness): Readiness {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Lost') return failed('ClaimLost', 'the PersistentVolume that the PVC was bound to no longer exists');
  return phase === 'Bound' ? kstatus : current('pending until first used');
}

/** Waits until a quota was counted once: until then admission refuses everything that it limits. */
function quota(object: JsonObject): Readiness | undefined {
  const wanted = valueAt(object, 'spec', 'hard');
  const counted = valueAt(object, 'status', 'hard');
  const missing = isObject(wanted)
    ? Object.keys(wanted).filter((key) => !isObject(counted) || !Object.hasOwn(counted, key))
    : [];
  return missing.length === 0
    ? undefined
    : inProgress('QuotaNotCounted', `usage not counted yet: ${missing.join(', ')}`);
}

function replicationController(object: JsonObject): Readiness | undefined {
  return neverObserved(object) ?? statefulSetReplicas(object);
}

function deployment(object: JsonObject): Readiness | undefined {
  const unseen = neverObserved(object);
  if (unseen !== undefined) return unseen;
  return valueAt(object, 'spec', 'paused') === true ? current('Deployment is paused') : undefined;
}

function statefulSet(object: JsonObject): Readiness | undefined {
  const unseen = neverObserved(object);
  if (unseen !== undefined) return unseen;
  // kstatus reports OnDelete as ready without checking the pods.
  return textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete' ? statefulSetReplicas(object) : undefined;
}

function daemonSet(object: JsonObject): Readiness | undefined {
  return textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete' ? daemonSetPods(object, 'any') : undefined;
}

function job(object: JsonObject): Readiness {
  if (isDone(object)) return current('Job completed');
  // Only the user resumes it, so there is nothing to wait for.
  if (valueAt(object, 'spec', 'suspend') === true) return current('Job is suspended');
  return textAt(object, 'status', 'startTime') === ''
    ? inProgress('JobNotStarted', 'Job not started')
    : inProgress('JobRunning', progress(object));
}

/** Adds the reason of the failure to the number of failed pods. */
function failedJob(object: JsonObject, kstatus: Readiness): Readiness {
  const {reason = '', message = ''} = conditionOf(object, 'Failed') ?? {};
  return reason === '' ? kstatus : failed(reason, message === '' ? reason : `${reason}: ${message}`);
}

function crd(object: JsonObject, kstatus: Readiness): Readiness | undefined {
  if (kstatus.status !== 'Current' || isTrue(object, 'NamesAccepted')) return undefined;
  return inProgress('NamesNotAccepted', 'Names are not accepted yet');
}

function apiService(object: JsonObject): Readiness {
  const available = conditionOf(object, 'Available');
  return available?.status === 'True'
    ? current('APIService is available')
    : inProgress(available?.reason || 'NotAvailable', available?.message || 'APIService is not available yet');
}
