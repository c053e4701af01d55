import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {crdReadiness} from './crd.ts';
import {daemonSetReadiness} from './daemon-set.ts';
import {deploymentReadiness} from './deployment.ts';
import {jobReadiness} from './job.ts';
import {podReadiness} from './pod.ts';
import {pvcReadiness} from './pvc.ts';
import {replicaSetReadiness} from './replica-set.ts';
import {serviceReadiness} from './service.ts';
import {statefulSetReadiness} from './stateful-set.ts';
import {current, type Readiness} from './status.ts';

/** Judges objects of one kind. `now` is for states that may last a certain time. */
export type ReadinessRule = (object: JsonObject, now: Date) => Readiness;

/** Judges kinds whose controllers never report readiness: they are ready as soon as they are stored. */
const always: ReadinessRule = () => current('Resource is always ready');

const KIND_RULES: ReadonlyMap<string, ReadinessRule> = new Map<string, ReadinessRule>([
  ['/Service', serviceReadiness],
  ['/Pod', podReadiness],
  ['/Secret', always],
  ['/ConfigMap', always],
  ['/PersistentVolumeClaim', pvcReadiness],
  ['apps/StatefulSet', statefulSetReadiness],
  ['apps/DaemonSet', daemonSetReadiness],
  ['extensions/DaemonSet', daemonSetReadiness],
  ['apps/Deployment', deploymentReadiness],
  ['extensions/Deployment', deploymentReadiness],
  ['apps/ReplicaSet', replicaSetReadiness],
  ['extensions/ReplicaSet', replicaSetReadiness],
  ['policy/PodDisruptionBudget', () => current('AllowedDisruptions has been computed.')],
  ['batch/CronJob', always],
  ['batch/Job', jobReadiness],
  ['apiextensions.k8s.io/CustomResourceDefinition', crdReadiness],
]);

/** Returns the rule of a built-in kind, by group and kind: the version does not change what ready means. */
export function readinessRuleOf(object: JsonObject): ReadinessRule | undefined {
  const {group, kind} = identityOf(object);
  return KIND_RULES.get(`${group}/${kind}`);
}
