import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {annotationsOf, labelsOf, nameOf, withMetadata} from '../../model/metadata.ts';
import {numberAt, partAt, textAt} from '../../model/part.ts';
import {fenceposts, replicasOf} from './fenceposts.ts';

/** Label that distinguishes the pods of a Deployment's ReplicaSets. */
export const TEMPLATE_HASH = 'pod-template-hash';
/** Annotation with the number of a rollout, on the Deployment and on its ReplicaSets. */
export const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAXIMUM = 'deployment.kubernetes.io/max-replicas';
const LONGEST_HISTORY = 2000;
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  HISTORY,
  DESIRED,
  MAXIMUM,
  'deprecated.deployment.rollback.to',
]);

/** The ReplicaSets of a Deployment: the one of its current template, if it exists, and the others. */
export type Sets = {readonly current: JsonObject | undefined; readonly old: readonly JsonObject[]};

/** Finds the ReplicaSet of the Deployment's current template. The oldest counts if several match (`FindNewReplicaSet`). */
export function sortSets(deployment: JsonObject, sets: readonly JsonObject[]): Sets {
  const template = partAt(deployment, 'spec', 'template');
  const current = sets
    .toSorted(oldestFirst)
    .find((set) => deepEqual(withoutHash(partAt(set, 'spec', 'template')), template));
  return {current, old: sets.filter((set) => set !== current)};
}

function withoutHash(template: JsonObject): JsonObject {
  const {[TEMPLATE_HASH]: _hash, ...labels} = labelsOf(template);
  return withMetadata(template, {labels});
}

/** Returns all ReplicaSets, the current one last. */
export const allOf = ({current, old}: Sets): readonly JsonObject[] => (current === undefined ? old : [...old, current]);

/** Orders by creation time, then by name; for `toSorted`. */
export function oldestFirst(a: JsonObject, b: JsonObject): number {
  const [left, right] = [textAt(a, 'metadata', 'creationTimestamp'), textAt(b, 'metadata', 'creationTimestamp')];
  if (left === right) return nameOf(a) < nameOf(b) ? -1 : 1;
  return left < right ? -1 : 1;
}

/** Returns the number in the revision annotation, 0 if it is missing or not a number. */
export const revisionOf = (object: JsonObject): number => Number(textAt(annotationsOf(object), REVISION)) || 0;

/** Returns the sum of the wanted replicas. */
export const wantedOf = (sets: readonly JsonObject[]): number => sets.reduce((sum, set) => sum + replicasOf(set), 0);

/** Returns the sum of one count in the statuses. */
export const sumOf = (sets: readonly JsonObject[], count: string): number =>
  sets.reduce((sum, set) => sum + numberAt(set, 'status', count), 0);

/** Returns the ReplicaSets that want pods; the others are kept for a rollback only. */
export const activeOf = (sets: readonly JsonObject[]): readonly JsonObject[] =>
  sets.filter((set) => replicasOf(set) > 0);

/** Returns the annotations of the current ReplicaSet: those of the Deployment, its revision, and the revisions that it had before. */
export function currentAnnotations(deployment: JsonObject, set: JsonObject | undefined, revision: number): JsonObject {
  const before = set === undefined ? {} : annotationsOf(set);
  const copied = Object.entries(annotationsOf(deployment)).filter(([key]) => !NOT_COPIED.has(key));
  const annotations = {...before, ...Object.fromEntries(copied)};
  const was = textAt(before, REVISION);
  if (Number(was) >= revision) return annotations;
  const history = was === '' ? {} : historyWith(textAt(before, HISTORY), was);
  return {...annotations, ...history, [REVISION]: String(revision)};
}

function historyWith(history: string, revision: string): JsonObject {
  const all = [...history.split(',').filter((each) => each !== ''), revision];
  while (all.join(',').length > LONGEST_HISTORY) all.shift();
  return {[HISTORY]: all.join(',')};
}

/** Returns the annotations with the size of the Deployment. By them the controller distinguishes scaling from a rollout. */
export function sizeAnnotations(deployment: JsonObject): JsonObject {
  const replicas = replicasOf(deployment);
  return {[DESIRED]: String(replicas), [MAXIMUM]: String(replicas + fenceposts(deployment).surge)};
}

/** Reports whether the Deployment was scaled after its ReplicaSets. */
export const isScaled = (deployment: JsonObject, sets: readonly JsonObject[]): boolean =>
  activeOf(sets).some((set) => {
    const desired = textAt(annotationsOf(set), DESIRED);
    return desired !== '' && Number(desired) !== replicasOf(deployment);
  });

/** Returns how many pods the Deployment could have when the ReplicaSet was last scaled. */
export const maximumBefore = (deployment: JsonObject, set: JsonObject): number =>
  Number(textAt(annotationsOf(set), MAXIMUM)) || numberAt(deployment, 'status', 'replicas');
