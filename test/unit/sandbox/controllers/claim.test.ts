import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {controllerOf} from '../../../../src/sandbox/controllers/shared/owner.ts';
import {labelsOf, nameOf, uidOf} from '../../../../src/sandbox/model/metadata.ts';
import {partAt, textAt} from '../../../../src/sandbox/model/part.ts';
import {context, type World} from './world.ts';

const owner = (kind: string): JsonObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: {name: 'web', namespace: 'shop'},
  spec: {
    selector: {matchLabels: {app: 'web'}},
    template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'c', image: 'web:1'}]}},
    ...(kind === 'DaemonSet' ? {} : {replicas: 1}),
    updateStrategy: {type: 'RollingUpdate'},
  },
});

const KINDS = [
  {kind: 'ReplicaSet', resource: 'replicasets.apps'},
  {kind: 'StatefulSet', resource: 'statefulsets.apps'},
  {kind: 'DaemonSet', resource: 'daemonsets.apps'},
] as const;

const masterOf = (object: JsonObject): string => textAt(controllerOf(object) ?? {}, 'uid');

const relabelled =
  (app: string) =>
  (object: JsonObject): JsonObject => ({
    ...object,
    metadata: {...partAt(object, 'metadata'), labels: {...labelsOf(object), app}},
  });

const pods = (w: World): readonly JsonObject[] => w.store.list('pods');

describe.each(KINDS)('a $kind', ({kind, resource}) => {
  it('a controller adopts the pods that its predecessor orphaned, and creates no others', async () => {
    using w = await context();
    await w.apply(owner(kind));
    const [before] = pods(w);
    await w.remove(resource, 'web', 'Orphan');
    expect(pods(w).map((pod) => masterOf(pod))).toEqual(['']);
    const next = await w.apply(owner(kind));
    expect(pods(w).map((pod) => [uidOf(pod), masterOf(pod)])).toEqual([[uidOf(before ?? {}), uidOf(next)]]);
    expect(w.failures).toEqual([]);
  });

  it('a controller does not adopt a pod of another controller', async () => {
    using w = await context();
    await w.apply(owner(kind));
    const [before] = pods(w);
    await w.apply({...owner(kind), metadata: {name: 'web-b', namespace: 'shop'}});
    expect(masterOf(w.get('pods', nameOf(before ?? {})))).toBe(masterOf(before ?? {}));
    expect(pods(w)).toHaveLength(2);
  });
});

describe.each(KINDS.filter(({kind}) => kind !== 'StatefulSet'))('a $kind', ({kind}) => {
  it('a controller releases a pod whose label changes, replaces it, and adopts it again with the old label', async () => {
    using w = await context();
    await w.apply(owner(kind));
    const [first] = pods(w);
    const name = nameOf(first ?? {});
    await w.change('pods', name, relabelled('debug'));
    expect(controllerOf(w.get('pods', name))).toBeUndefined();
    expect(partAt(w.get('pods', name), 'metadata')).not.toHaveProperty('ownerReferences');
    expect(pods(w)).toHaveLength(2);
    await w.change('pods', name, relabelled('web'));
    const stays = pods(w).filter((pod) => partAt(pod, 'metadata')['deletionTimestamp'] === undefined);
    expect(stays.map((pod) => masterOf(pod))).toEqual([masterOf(first ?? {})]);
  });
});

it('a StatefulSet keeps the revisions of its predecessor, and does not adopt a pod with another name', async () => {
  using w = await context();
  await w.apply(owner('StatefulSet'));
  const [revision] = w.store.list('controllerrevisions.apps');
  await w.remove('statefulsets.apps', 'web', 'Orphan');
  const stranger = {metadata: {name: 'stranger', namespace: 'shop', labels: {app: 'web'}}};
  await w.apply({apiVersion: 'v1', kind: 'Pod', ...stranger, spec: {containers: [{name: 'c', image: 'web:1'}]}});
  const set = await w.apply(owner('StatefulSet'));
  expect(w.store.list('controllerrevisions.apps').map((one) => [uidOf(one), masterOf(one)])).toEqual([
    [uidOf(revision ?? {}), uidOf(set)],
  ]);
  expect(controllerOf(w.get('pods', 'stranger'))).toBeUndefined();
  expect(w.get('statefulsets.apps', 'web')['status']).toMatchObject({readyReplicas: 1});
});

it('a Deployment adopts the ReplicaSet that its predecessor orphaned', async () => {
  using w = await context();
  await w.apply(owner('Deployment'));
  await w.remove('deployments.apps', 'web', 'Orphan');
  const next = await w.apply(owner('Deployment'));
  expect(w.store.list('replicasets.apps').map((set) => masterOf(set))).toEqual([uidOf(next)]);
  expect(pods(w)).toHaveLength(1);
});
