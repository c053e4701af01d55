import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {ControlView, Step} from '../../model/controller.ts';
import {annotationsOf, labelsOf, nameOf, namespaceOf, uidOf, withMetadata} from '../../model/metadata.ts';
import {numberAt, optionalNumberAt, partAt} from '../../model/part.ts';
import {hashOf} from '../shared/hash.ts';
import {controlledBy, controllerReference} from '../shared/owner.ts';

/** The store's name for the resource ControllerRevision. */
export const REVISIONS = 'controllerrevisions.apps';

/** Returns the template of an owner in its stored form: a patch that restores it. */
const dataOf = (owner: JsonObject): JsonObject => ({
  spec: {template: {...partAt(owner, 'spec', 'template'), $patch: 'replace'}},
});

/** Returns the template of a revision. */
export function templateOf(revision: JsonObject): JsonObject {
  const {$patch: _patch, ...template} = partAt(revision, 'data', 'spec', 'template');
  return template;
}

/** ControllerRevisions of a DaemonSet or StatefulSet. `newest` is undefined until `steps` are written. */
export type Revisions = {
  /** The writes that are needed before there is a newest revision. */
  readonly steps: readonly Step[];
  readonly newest: JsonObject | undefined;
  readonly all: readonly JsonObject[];
};

/** Returns the revisions of a StatefulSet or DaemonSet. The current template is the newest one. `hashLabel` is the label that holds its hash. */
export function revisionsOf(owner: JsonObject, hashLabel: string, cluster: ControlView): Revisions {
  const all = controlledBy(owner, REVISIONS, cluster).toSorted(
    (a, b) => numberAt(a, 'revision') - numberAt(b, 'revision'),
  );
  const data = dataOf(owner);
  const last = all.at(-1);
  const same = all.find((revision) => deepEqual(revision['data'], data));
  const next = numberAt(last, 'revision') + 1;
  if (same === undefined)
    return {
      steps: [{do: 'create', object: newRevision(owner, {data, hashLabel, revision: next})}],
      newest: undefined,
      all,
    };
  // A template that is current again becomes the newest revision.
  const steps: readonly Step[] = same === last ? [] : [{do: 'update', object: {...same, revision: next}}];
  return {steps, newest: same, all};
}

type Fresh = {readonly data: JsonObject; readonly hashLabel: string; readonly revision: number};

function newRevision(owner: JsonObject, {data, hashLabel, revision}: Fresh): JsonObject {
  const {collisionCount} = partAt(owner, 'status');
  const hash = hashOf(collisionCount === undefined || collisionCount === 0 ? data : [data, collisionCount]);
  const labels = {...labelsOf(partAt(owner, 'spec', 'template')), [hashLabel]: hash};
  const bare = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${nameOf(owner)}-${hash}`,
      namespace: namespaceOf(owner),
      labels,
      ownerReferences: [controllerReference(owner)],
    },
    data,
    revision,
  };
  const annotations = annotationsOf(owner);
  return Object.keys(annotations).length === 0 ? bare : withMetadata(bare, {annotations});
}

/** Returns the steps that delete revisions without pods beyond the history limit. */
export function oldRevisions(owner: JsonObject, {all, newest}: Revisions, inUse: ReadonlySet<string>): readonly Step[] {
  const limit = optionalNumberAt(owner, 'spec', 'revisionHistoryLimit') ?? 10;
  const old = all.filter((revision) => revision !== newest && !inUse.has(nameOf(revision)));
  return old.slice(0, Math.max(0, old.length - limit)).map((revision) => ({
    do: 'delete',
    resource: REVISIONS,
    namespace: namespaceOf(revision),
    name: nameOf(revision),
    uid: uidOf(revision),
  }));
}
