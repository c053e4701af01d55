import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';
import {listAt, textAt} from './read.ts';

/** A workload with its pods, as far as they can be read. */
export type Workload = {
  readonly workload: JsonObject;
  /** Of a Deployment; absent: they may not be read. */
  readonly replicaSets?: readonly JsonObject[] | undefined;
  readonly pods: readonly JsonObject[];
};

/** The pods of the current template of a workload. */
export type Current = {
  /** What makes the pods of the current template: the workload itself, or the newest ReplicaSet. */
  readonly maker: JsonObject;
  readonly pods: readonly JsonObject[];
  /** Pods of older templates. */
  readonly older?: readonly JsonObject[];
  /** Pods of the workload are on their way out, and still take up room. */
  readonly makesRoom?: true;
};

/**
 * The pods of the template that was written last, newest first: those of an older one may fail as they like, a rollout that repairs
 * them is under way. Undefined where that cannot be told (yet).
 */
export function currentPods({workload, replicaSets, pods}: Workload): Current | undefined {
  const maker = makerOf(workload, replicaSets);
  if (maker === undefined) return undefined;
  const uid = uidOf(maker);
  const own = pods.filter((pod) => controllerOf(pod) === uid && !isGoing(pod));
  const {newest = [], older = []} = Object.groupBy(own, (pod) => (isOfTemplate(workload, pod) ? 'newest' : 'older'));
  const makers = new Set([
    uid,
    ...(replicaSets ?? []).filter((set) => controllerOf(set) === uidOf(workload)).map(uidOf),
  ]);
  const makesRoom = pods.some((pod) => isGoing(pod) && makers.has(controllerOf(pod) ?? ''));
  return {
    maker,
    pods: newest.toSorted(newestFirst),
    older: older.toSorted(newestFirst),
    ...defined({makesRoom: makesRoom || undefined}),
  };
}

const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid');

/** The uid of the object that controls another one. */
export function controllerOf(object: JsonObject): string | undefined {
  const owner = listAt(object, 'metadata', 'ownerReferences')
    .filter(isObject)
    .find(({controller}: {readonly controller?: Json}) => controller === true);
  return owner === undefined ? undefined : textAt(owner, 'uid');
}

/** RFC 3339 in UTC: the order of letters is that of time. Within one second the name decides, so that the answer is stable. */
export function newestFirst(a: JsonObject, b: JsonObject): number {
  const [left, right] = [ageOf(a), ageOf(b)];
  return left < right ? 1 : -1;
}

const ageOf = (object: JsonObject): string =>
  `${textAt(object, 'metadata', 'creationTimestamp')} ${textAt(object, 'metadata', 'name')}`;

/** Reports whether the deletion of an object has begun. */
export const isGoing = (object: JsonObject): boolean => textAt(object, 'metadata', 'deletionTimestamp') !== '';

const REVISION = 'deployment.kubernetes.io/revision';

/** The ReplicaSet of the revision that the Deployment names; its controller names it before it says that it has seen the template. */
function makerOf(workload: JsonObject, replicaSets: readonly JsonObject[] | undefined): JsonObject | undefined {
  if (kindOf(workload) !== 'apps/Deployment') return workload;
  const [uid, revision] = [textAt(workload, 'metadata', 'uid'), textAt(workload, 'metadata', 'annotations', REVISION)];
  return replicaSets?.find(
    (set) =>
      controllerOf(set) === uid && revision !== '' && textAt(set, 'metadata', 'annotations', REVISION) === revision,
  );
}

function isOfTemplate(workload: JsonObject, pod: JsonObject): boolean {
  // Under OnDelete only its user replaces a pod: all of them have to be ready.
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

/** A server that does not say which template it is says nothing against it. */
const isSame = (wanted: string, found: string): boolean => wanted === '' || found === '' || wanted === found;

const labelOf = (object: JsonObject, label: string): string => textAt(object, 'metadata', 'labels', label);

function kindOf(object: JsonObject): string {
  const {group, kind} = identityOf(object);
  return `${group}/${kind}`;
}
