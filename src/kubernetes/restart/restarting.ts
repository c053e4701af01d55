import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import {annotationOf} from '../plan/ownership.ts';
import {RESTART_ANNOTATION} from '../resource/labels.ts';

/** Kinds with a pod template whose change does not replace running pods, or is forbidden. */
const NEVER_ROLL_OUT: ReadonlySet<string> = new Set([
  '/Pod',
  '/PodTemplate',
  '/ReplicationController',
  'apps/ReplicaSet',
  'batch/CronJob',
  'batch/Job',
]);

/** Kinds whose pods `restartOnChange` of a stack restarts. Others with a pod template need the annotation. */
const STANDARD: ReadonlySet<string> = new Set(['apps/DaemonSet', 'apps/Deployment', 'apps/StatefulSet']);

const nameOf = (object: JsonObject): string => {
  const {group, kind} = identityOf(object);
  return `${group}/${kind}`;
};

/** Reports whether a changed pod template of the object replaces its pods. */
export const canRestart = (object: JsonObject): boolean =>
  !NEVER_ROLL_OUT.has(nameOf(object)) && podTemplateOf(object) !== undefined;

/** Reports whether the object is a Deployment, StatefulSet or DaemonSet. */
export const isStandardWorkload = (object: JsonObject): boolean => STANDARD.has(nameOf(object));

/** Reports whether the pods of the object restart when a ConfigMap or Secret that they use changes. */
export const restartsOnChange = (object: JsonObject): boolean =>
  annotationOf(object, RESTART_ANNOTATION) === 'true' && canRestart(object);
