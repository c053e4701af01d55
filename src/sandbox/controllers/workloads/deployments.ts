import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {type Controller, record, type Step} from '../../model/controller.ts';
import {
  annotationsOf,
  isBeingDeleted,
  labelsOf,
  nameOf,
  namespaceOf,
  uidOf,
  withMetadata,
} from '../../model/metadata.ts';
import {numberAt, objectsAt, optionalNumberAt, partAt, textAt} from '../../model/part.ts';
import {claim, claimants} from '../shared/claim.ts';
import {conditionOf} from '../shared/condition.ts';
import {hashOf} from '../shared/hash.ts';
import {controlledBy, controllerOfKind, controllerReference, itself} from '../shared/owner.ts';
import {matchesSelector} from '../shared/selector.ts';
import {withSpec, withStatus} from '../shared/with-status.ts';
import {
  deadlineOf,
  isComplete,
  rolloutStatus,
  scaleStatus,
  setUpdated,
  TIMED_OUT,
  untilDeadline,
} from './deployment-status.ts';
import {isRolling, replicasOf} from './fenceposts.ts';
import {
  activeOf,
  currentAnnotations,
  isScaled,
  REVISION,
  revisionOf,
  type Sets,
  sizeAnnotations,
  sortSets,
  sumOf,
  TEMPLATE_HASH,
} from './owned-replica-sets.ts';
import {isDone} from './pod-state.ts';
import {COMPONENT, nextSize, resize, roll, scaleSets, type Turn} from './scale-sets.ts';

const SETS = 'replicasets.apps';

const isItsOwn = (deployment: JsonObject, set: JsonObject): boolean =>
  matchesSelector(partAt(deployment, 'spec')['selector'], labelsOf(set));

/** The controller of Deployments: it rolls out templates by ReplicaSets, as apps/v1 does. */
export const deployments: Controller = {
  name: COMPONENT,
  watches: {
    'deployments.apps': itself,
    [SETS]: claimants('Deployment', 'deployments.apps', isItsOwn),
    // With Recreate, a Deployment waits until its last pod is gone.
    pods: (pod, cluster) => {
      const [owner] = controllerOfKind('ReplicaSet')(pod);
      const set = owner === undefined ? undefined : cluster.get(SETS, owner.namespace, owner.name);
      return set === undefined ? [] : controllerOfKind('Deployment')(set);
    },
  },
  steps: (key, cluster, now) => {
    const deployment = cluster.get('deployments.apps', key.namespace, key.name);
    return deployment === undefined ? [] : stepsOf({deployment, cluster, now});
  },
};

function stepsOf(turn: Turn): readonly Step[] {
  const {deployment, now} = turn;
  const owned = controlledBy(deployment, SETS, turn.cluster);
  const sets = sortSets(deployment, owned);
  if (isBeingDeleted(deployment)) return report(turn, deployment, scaleStatus(deployment, sets, now));
  const claimed = claim(deployment, {resource: SETS, matches: (set) => isItsOwn(deployment, set)}, turn.cluster);
  if (claimed.length > 0) return claimed;
  const paused = pause(turn);
  if (paused.length > 0) return paused;
  const updated = refresh(turn, sets);
  if (updated.length > 0) return updated;
  const noted = withRevision(turn, sets);
  const isPaused = partAt(deployment, 'spec')['paused'] === true;
  if (isPaused || isScaled(deployment, owned)) {
    const cleaned = isPaused ? cleanUp(deployment, sets) : [];
    return [...scaleSets(turn, sets), ...cleaned, ...report(turn, noted, scaleStatus(noted, sets, now))];
  }
  return rollOut(turn, sets, noted);
}

/** Pauses the deadline of a paused Deployment, and resumes it. */
function pause({deployment, now}: Turn): readonly Step[] {
  const reason = conditionOf(deployment, 'Progressing')?.['reason'];
  if (deadlineOf(deployment) === undefined || reason === TIMED_OUT) return [];
  const isPaused = partAt(deployment, 'spec')['paused'] === true;
  const wasPaused = reason === 'DeploymentPaused';
  if (isPaused === wasPaused) return [];
  const next = isPaused
    ? {reason: 'DeploymentPaused', message: 'Deployment is paused'}
    : {reason: 'DeploymentResumed', message: 'Deployment is resumed'};
  return [{do: 'status', object: withProgress(deployment, {status: 'Unknown', ...next}, now)}];
}

function withProgress(deployment: JsonObject, progress: JsonObject, now: number): JsonObject {
  const conditions = setUpdated(objectsAt(deployment, 'status', 'conditions'), {type: 'Progressing', ...progress}, now);
  return withStatus(deployment, {...partAt(deployment, 'status'), conditions});
}

const nextRevision = ({old}: Sets): number => Math.max(0, ...old.map((set) => revisionOf(set))) + 1;

/** Copies the annotations of the Deployment to the current ReplicaSet, which becomes the newest revision if it is current again. */
function refresh({deployment}: Turn, sets: Sets): readonly Step[] {
  const {current} = sets;
  if (current === undefined) return [];
  const annotations = currentAnnotations(deployment, current, nextRevision(sets));
  const minReady = numberAt(deployment, 'spec', 'minReadySeconds');
  if (deepEqual(annotations, annotationsOf(current)) && minReady === numberAt(current, 'spec', 'minReadySeconds'))
    return [];
  const minReadySeconds = minReady === 0 ? undefined : minReady;
  return [{do: 'update', object: withSpec(withMetadata(current, {annotations}), {minReadySeconds})}];
}

/** Returns the Deployment with the revision of its current ReplicaSet. */
function withRevision({deployment, now}: Turn, {current}: Sets): JsonObject {
  if (current === undefined) return deployment;
  const revision = textAt(annotationsOf(current), REVISION);
  const noted = withMetadata(deployment, {annotations: {...annotationsOf(deployment), [REVISION]: revision}});
  if (deadlineOf(deployment) === undefined || conditionOf(deployment, 'Progressing') !== undefined) return noted;
  const message = `Found new replica set "${nameOf(current)}"`;
  return withProgress(noted, {status: 'True', reason: 'FoundNewReplicaSet', message}, now);
}

function rollOut(turn: Turn, sets: Sets, noted: JsonObject): readonly Step[] {
  const {deployment, now} = turn;
  const status = (): readonly Step[] => [
    ...report(turn, noted, rolloutStatus(noted, sets, now)),
    ...watchDeadline(turn),
  ];
  if (!isRolling(deployment)) {
    const down = activeOf(sets.old).flatMap((set) => resize(turn, set, 0));
    if (down.length > 0) return [...down, ...status()];
    if (hasOldPods(turn, sets)) return status();
  }
  const {current, old} = sets;
  if (current === undefined) return create(turn, sets);
  const moved = isRolling(deployment) ? roll(turn, {current, old}) : changeOf(turn, current);
  if (moved.length > 0) return [...moved, ...status()];
  return [...(isComplete(deployment, partAt(deployment, 'status')) ? cleanUp(deployment, sets) : []), ...status()];
}

const changeOf = (turn: Turn, set: JsonObject): readonly Step[] =>
  replicasOf(set) === replicasOf(turn.deployment) ? [] : resize(turn, set, replicasOf(turn.deployment));

function hasOldPods({cluster}: Turn, {old}: Sets): boolean {
  if (sumOf(old, 'replicas') > 0) return true;
  return old.some((set) => controlledBy(set, 'pods', cluster).some((pod) => !isDone(pod)));
}

function create(turn: Turn, sets: Sets): readonly Step[] {
  const {deployment, cluster} = turn;
  const set = newSet(deployment, sets);
  const name = nameOf(set);
  // Another template has this hash already. The next attempt includes the collision count.
  if (cluster.get(SETS, namespaceOf(deployment), name) !== undefined) {
    const status = partAt(deployment, 'status');
    return [
      {
        do: 'status',
        object: withStatus(deployment, {...status, collisionCount: numberAt(status, 'collisionCount') + 1}),
      },
    ];
  }
  const size = replicasOf(set);
  const scaled = `Scaled up replica set ${name} from 0 to ${size}`;
  return [
    {do: 'create', object: set, refused: (why) => notCreated(turn, name, why)},
    ...(size > 0 ? [record({about: deployment, reason: 'ScalingReplicaSet', message: scaled, by: COMPONENT})] : []),
    {do: 'status', object: withNewSet(turn, sets, name)},
  ];
}

function notCreated(turn: Turn, name: string, why: string): readonly Step[] {
  const {deployment, now} = turn;
  const [reason, message] = ['ReplicaSetCreateError', `Failed to create new replica set "${name}": ${why}`];
  return [
    record({about: deployment, type: 'Warning', reason, message, by: COMPONENT}),
    ...report(turn, deployment, partAt(withProgress(deployment, {status: 'False', reason, message}, now), 'status')),
  ];
}

function withNewSet({deployment, now}: Turn, sets: Sets, name: string): JsonObject {
  const annotations = {...annotationsOf(deployment), [REVISION]: String(nextRevision(sets))};
  const noted = withMetadata(deployment, {annotations});
  if (deadlineOf(deployment) === undefined) return noted;
  const message = `Created new replica set "${name}"`;
  return withProgress(noted, {status: 'True', reason: 'NewReplicaSetCreated', message}, now);
}

const LONGEST_NAME = 253;

function newSet(deployment: JsonObject, sets: Sets): JsonObject {
  const template = partAt(deployment, 'spec', 'template');
  const {collisionCount} = partAt(deployment, 'status');
  const hash = hashOf(collisionCount === undefined ? template : [template, collisionCount]);
  const labels = {...labelsOf(template), [TEMPLATE_HASH]: hash};
  const selector = partAt(deployment, 'spec', 'selector');
  const minReady = optionalNumberAt(deployment, 'spec', 'minReadySeconds');
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${nameOf(deployment).slice(0, LONGEST_NAME - 1 - hash.length)}-${hash}`,
      namespace: namespaceOf(deployment),
      labels,
      annotations: {...currentAnnotations(deployment, undefined, nextRevision(sets)), ...sizeAnnotations(deployment)},
      ownerReferences: [controllerReference(deployment)],
    },
    spec: defined({
      replicas: nextSize(deployment, sets),
      minReadySeconds: minReady,
      selector: {...selector, matchLabels: {...partAt(selector, 'matchLabels'), [TEMPLATE_HASH]: hash}},
      template: withMetadata(template, {labels}),
    }),
  };
}

/** Deletes ReplicaSets that the revision history limit no longer keeps for a rollback. */
function cleanUp(deployment: JsonObject, {old}: Sets): readonly Step[] {
  const limit = optionalNumberAt(deployment, 'spec', 'revisionHistoryLimit');
  if (limit === undefined) return [];
  const alive = old.filter((set) => !isBeingDeleted(set)).toSorted((a, b) => revisionOf(a) - revisionOf(b));
  return alive
    .slice(0, Math.max(0, alive.length - limit))
    .filter((set) => replicasOf(set) === 0 && numberAt(set, 'status', 'replicas') === 0)
    .filter((set) => numberAt(set, 'metadata', 'generation') <= numberAt(set, 'status', 'observedGeneration'))
    .map((set) => ({do: 'delete', resource: SETS, namespace: namespaceOf(set), name: nameOf(set), uid: uidOf(set)}));
}

type Known = Pick<Turn, 'deployment' | 'cluster'>;

/** Updates the revision and the status, if they differ from those of the object. */
function report({deployment, cluster}: Known, noted: JsonObject, status: JsonObject): readonly Step[] {
  const live = cluster.get('deployments.apps', namespaceOf(deployment), nameOf(deployment)) ?? deployment;
  const annotated = withMetadata(live, {annotations: annotationsOf(noted)});
  const isReported = deepEqual(status, live['status']) && deepEqual(annotationsOf(annotated), annotationsOf(live));
  return isReported ? [] : [{do: 'status', object: withStatus(annotated, status)}];
}

function watchDeadline({deployment, now}: Turn): readonly Step[] {
  if (isComplete(deployment, partAt(deployment, 'status'))) return [];
  if (conditionOf(deployment, 'Progressing')?.['reason'] === TIMED_OUT) return [];
  const left = untilDeadline(deployment, now);
  return left === Infinity || left <= 0 ? [] : [{do: 'again', afterMs: left + 1000}];
}
