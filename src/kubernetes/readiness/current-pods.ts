import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';
import {listAt, textAt} from './read.ts';

/** A workload with its pods, as far as the user may read them. */
export type Workload = {
  readonly workload: JsonObject;
  /** The ReplicaSets of a Deployment; absent if the user may not read them. */
  readonly replicaSets?: readonly JsonObject[] | undefined;
  readonly pods: readonly JsonObject[];
};

/** The pods of the current template of a workload. */
export type Current = {
  /** The object that creates the pods of the current template: the workload itself, or the newest ReplicaSet. */
  readonly maker: JsonObject;
  readonly pods: readonly JsonObject[];
  /** The pods of older templates. */
  readonly older?: readonly JsonObject[];
  /** True if pods of the workload are being deleted and still occupy room. */
  readonly makesRoom?: true;
};

/**
 * Returns the pods of the template that was written last, newest first. Failures of older pods do not count: a rollout
 * that replaces them is in progress. Returns undefined if the current pods cannot be determined (yet).
 */
export function currentPods({workload, replicaSets, pods}: Workload): Current | undefined {
  const maker = makerOf(workload, replicaSets);
  if (maker === undefined) return undefined;
  const uid = uidOf(maker);
  const own = pods.filter((pod) => controllerOf(pod) === uid && !isTerminating(pod));
  const {newest = [], older = []} = Object.groupBy(own, (pod) => (isOfTemplate(workload, pod) ? 'newest' : 'older'));
  const makers = new Set([
    uid,
    ...(replicaSets ?? []).filter((set) => controllerOf(set) === uidOf(workload)).map(uidOf),
  ]);
  const makesRoom = pods.some((pod) => isTerminating(pod) && makers.has(controllerOf(pod) ?? ''));
  return {
    maker,
    pods: newest.toSorted(newestFirst),
    older: older.toSorted(newestFirst),
    ...defined({makesRoom: makesRoom || undefined}),
  };
}

const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid');

/** Returns the uid of the controller of an object. */
export function controllerOf(object: JsonObject): string | undefined {
  const owner = listAt(object, 'metadata', 'ownerReferences')
    .filter(isObject)
    .find(({controller}: {readonly controller?: Json}) => controller === true);
  return owner === undefined ? undefined : textAt(owner, 'uid');
}

/**
 * Compares two objects by creation time, newest first. Times are RFC 3339 in UTC, so text order is time order. Within
 * one second the name decides, so that the order is stable.
 */
export function newestFirst(a: JsonObject, b: JsonObject): number {
  const [left, right] = [ageOf(a), ageOf(b)];
  return left < right ? 1 : -1;
}

const ageOf = (object: JsonObject): string =>
  `${textAt(object, 'metadata', 'creationTimestamp')} ${textAt(object, 'metadata', 'name')}`;

/** Reports whether the deletion of an object has begun. */
export const isTerminating = (object: JsonObject): boolean => textAt(object, 'metadata', 'deletionTimestamp') !== '';

const REVISION = 'deployment.kubernetes.io/revision';

/**
 * Returns the ReplicaSet of the revision that the Deployment names. The controller writes that revision before it
 * reports the template as observed.
 */
function makerOf(workload: JsonObject, replicaSets: readonly JsonObject[] | undefined): JsonObject | undefined {
  if (kindOf(workload) !== 'apps/Deployment') return workload;
  const [uid, revision] = [textAt(workload, 'metadata', 'uid'), textAt(workload, 'metadata', 'annotations', REVISION)];
  return replicaSets?.find(
    (set) =>
      controllerOf(set) === uid && revision !== '' && textAt(set, 'metadata', 'annotations', REVISION) === revision,
  );
}

function isOfTemplate(workload: JsonObject, pod: JsonObject): boolean {
  // Under OnDelete only the user replaces pods, so all of them must be ready.
  if (textAt(workload, 'spec', 'updateStrategy', 'type') === 'OnDelete') return true;
  switch (kindOf(workload)) {
    case 'apps/StatefulSet':
      return isSame(textAt(workload, 'status', 'updateRevision'), labelOf(pod, 'controller-revision-hash'));
    case 'apps/DaemonSet':
      return isSame(
        textAt(workload, 'metadata', 'annotations', 'deprecated.daemonset.template.generation'),
        labelOf(pod, 'pod-template-generation'),
      );
    default:
      return true;
  }
}

/** Compares template hashes. A missing hash matches every other. */
const isSame = (wanted: string, found: string): boolean => wanted === '' || found === '' || wanted === found;

const labelOf = (object: JsonObject, label: string): string => textAt(object, 'metadata', 'labels', label);

function kindOf(object: JsonObject): string {
  const {group, kind} = identityOf(object);
  return `${group}/${kind}`;
}
