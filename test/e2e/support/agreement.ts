import {join} from 'node:path';
import {expect} from 'vitest';
import {localBackend} from '../../../src/adapters/local/backend/local-backend.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../src/core/json.ts';
import type {KubernetesState} from '../../../src/core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../../src/core/release/resource-state.ts';
import {idOf} from '../../../src/core/resource/id.ts';
import {identityOf} from '../../../src/core/resource/identity.ts';
import {openHistory, type ReleaseHistory} from '../../../src/engine/release/release-history.ts';
import type {Cluster} from '../../rig/cluster.ts';
import type {Stack} from '../../rig/stack.ts';

/** The kinds that the stack has ever held: where an orphan could be. */
const KINDS = [
  ['v1', 'Namespace'],
  ['v1', 'ConfigMap'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['v1', 'ServiceAccount'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['apps/v1', 'Deployment'],
  ['batch/v1', 'Job'],
] as const;

export const seriesOf = ({home}: Pick<Stack, 'home'>): Promise<ReleaseHistory> =>
  openHistory({
    backend: localBackend({directory: join(home, '.gantry')}),
    project: 'shop',
    stack: 'shop',
    workspace: 'test',
  });

/** Everything in the cluster that carries the lineage's label, by id; what is ending already is on its way out. */
export async function labelled({client}: Cluster, lineage: string): Promise<ReadonlyMap<string, JsonObject>> {
  const lists = await Promise.all(
    KINDS.map(async ([apiVersion, kind]) => {
      const resource = await client.discovery.resourceFor({apiVersion, kind});
      if (resource === undefined) throw new Error(`no ${kind}`);
      const reply = await client.list({resource, labelSelector: `gantry.dev/lineage=${lineage}`});
      if (!reply.ok) throw new Error(reply.refusal.message);
      return reply.items;
    }),
  );
  const ours = lists.flat().filter(({metadata}) => isObject(metadata) && !isCopy(metadata));
  return new Map(ours.map((object) => [idOf(identityOf(object)), object]));
}

/** A controller made it and took our labels along. */
const isCopy = ({ownerReferences}: JsonObject): boolean => isList(ownerReferences) && ownerReferences.length > 0;

export const isEnding = ({metadata}: JsonObject): boolean =>
  isObject(metadata) && metadata['deletionTimestamp'] !== undefined;

const uidOf = ({metadata}: JsonObject): Json => (isObject(metadata) ? (metadata['uid'] ?? '') : '');

/** The writes that bring the cluster from what it holds to what is wanted. */
export function writesLeft(live: ReadonlyMap<string, JsonObject>, wanted: readonly JsonObject[]): readonly string[] {
  const ids = new Set(wanted.map((object) => idOf(identityOf(object))));
  const changes = wanted.flatMap((object) => {
    const there = live.get(idOf(identityOf(object)));
    const write = `PATCH ${placeOf(object)}`;
    if (there === undefined || isEnding(there)) return [write];
    if (holds(there, object)) return [];
    return object['kind'] === 'Job' ? [`DELETE ${placeOf(object)}`, write] : [write];
  });
  const gone = [...live].filter(([id, object]) => !ids.has(id) && !isEnding(object));
  return [...changes, ...gone.map(([, object]) => `DELETE ${placeOf(object)}`)].toSorted();
}

/** `configmaps/settings`; every kind of the spec has a simple plural. */
function placeOf(object: JsonObject): string {
  const {kind, name} = identityOf(object);
  return `${kind.toLowerCase()}s/${name}`;
}

/** All that is wanted is there with our marks and nothing else is; the record names exactly these objects. */
export async function expectAgreement(cluster: Cluster, stack: Stack, wanted: readonly JsonObject[]): Promise<void> {
  const {last, lineage = '', interrupted} = await seriesOf(stack);
  const live = await labelled(cluster, lineage);
  expect(interrupted).toEqual([]);
  expect(last?.phase).toBe('succeeded');
  const wrong = wanted.filter((object) => !isAsWanted(live.get(idOf(identityOf(object))), object));
  expect(wrong.map((object) => idOf(identityOf(object)))).toEqual([]);
  const standing = [...live].filter(([, object]) => !isEnding(object));
  const uids = (states: readonly KubernetesState[]) => states.map(({id, uid}) => `${id} ${uid}`).toSorted();
  expect(uids(kubernetesStates(last?.state ?? []))).toEqual(
    standing.map(([id, object]) => `${id} ${String(uidOf(object))}`).toSorted(),
  );
  expect(standing).toHaveLength(wanted.length);
}

function isAsWanted(live: JsonObject | undefined, wanted: JsonObject): boolean {
  if (live === undefined || isEnding(live)) return false;
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  const {'gantry.dev/id': id} = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  return id === idOf(identityOf(wanted)) && holds(live, wanted);
}

/** Everything that is wanted is there, whatever else is. */
function holds(live: Json | undefined, wanted: Json): boolean {
  if (isList(wanted))
    return isList(live) && live.length === wanted.length && wanted.every((one, i) => holds(live[i], one));
  if (isObject(wanted))
    return (
      isObject(live) && Object.entries(wanted).every(([key, value]) => value === undefined || holds(live[key], value))
    );
  return live === wanted;
}
