import {expect, it} from 'vitest';
import {blockDeletion, decideRemoval} from '../../../../src/kubernetes/plan/decide-removal.ts';

const ownId = 'v1:ConfigMap:shop:web';
const ours = (annotations: Record<string, string> = {}) => ({
  metadata: {labels: {'gantry.dev/lineage': 'abc'}, annotations: {'gantry.dev/id': ownId, ...annotations}},
});
const base = {ownId, kind: 'ConfigMap', group: '', lineage: 'abc', recordedUid: 'u1', liveUid: 'u1'};

it.each([
  {name: 'deletes what left the spec', ask: {...base, live: ours()}, want: 'delete'},
  {name: 'says gone when it is no longer there', ask: {...base, live: undefined, liveUid: undefined}, want: 'gone'},
  {
    name: 'never deletes a stranger of the same name',
    ask: {...base, live: {metadata: {}}, liveUid: 'u2'},
    want: 'forget',
  },
  {
    name: 'keeps what Helm keeps',
    ask: {...base, live: ours({'gantry.dev/protect': 'true', 'helm.sh/resource-policy': 'keep'})},
    want: 'retain',
    reason: 'it is protected by gantry.dev/protect, which helm.sh/resource-policy: keep sets',
  },
  {name: 'keeps what is protected', ask: {...base, live: ours({'gantry.dev/protect': 'true'})}, want: 'retain'},
  {
    name: 'lets go of a namespace that existed before',
    ask: {...base, kind: 'Namespace', live: ours()},
    want: 'forget',
  },
  {
    name: 'deletes a namespace that it made',
    ask: {...base, kind: 'Namespace', live: ours({'gantry.dev/created': 'true'})},
    want: 'delete',
  },
  {
    name: 'leaves to another stack what that has taken over',
    ask: {...base, live: {metadata: {labels: {'gantry.dev/lineage': 'theirs'}}}},
    want: 'forget',
  },
  {
    name: 'leaves to a controller what that has taken into its care',
    ask: {...base, live: {metadata: {...ours().metadata, ownerReferences: [{controller: true}]}}},
    want: 'forget',
  },
  {
    name: 'without a recorded uid only the label counts',
    ask: {...base, recordedUid: '', live: {metadata: {}}},
    want: 'forget',
  },
])('$name', ({ask, want}) => expect(decideRemoval(ask).action).toBe(want));

it.each([
  {name: 'what carries our labels and has the recorded uid', ask: {...base, live: ours()}, doubt: undefined},
  {
    name: 'what carries our labels, where a run that died recorded no uid',
    ask: {...base, live: ours(), recordedUid: ''},
    doubt: undefined,
  },
  {
    name: 'what only the release lists',
    ask: {...base, live: {metadata: {}}},
    doubt: 'does not carry the ownership label',
  },
  {
    name: 'what names another id',
    ask: {...base, live: ours({'gantry.dev/id': 'v1:ConfigMap:shop:other'})},
    doubt: 'does not carry the ownership label',
  },
  {
    name: 'what carries our labels and has another uid',
    ask: {...base, live: ours(), liveUid: 'u2'},
    doubt: 'its uid is another',
  },
])('a deletion needs the release and the labels: $name', ({ask, doubt}) => {
  const decision = decideRemoval(ask);
  expect(decision).toMatchObject({
    action: 'delete',
    ...(doubt === undefined ? {} : {unproven: expect.stringContaining(doubt)}),
  });
  expect('unproven' in decision).toBe(doubt !== undefined);
});

it.each([
  {name: 'nothing', allowDelete: [], permitted: false},
  {name: 'all', allowDelete: ['all'], permitted: false},
  {name: 'another id', allowDelete: ['y'], permitted: false},
  {name: 'its id', allowDelete: ['x'], permitted: true},
])('the deletion of what may not be ours is permitted by its id alone: $name', ({allowDelete, permitted}) => {
  const unproven = 'its uid is another';
  expect(
    blockDeletion({id: 'x', live: {}, permissions: {allowDelete}, group: '', kind: 'ConfigMap', unproven}),
  ).toEqual(permitted ? undefined : {needs: '--allow-delete x', because: unproven, byId: true});
});

it.each([
  {name: 'a ConfigMap', group: '', kind: 'ConfigMap', allowDelete: [], want: undefined},
  {
    name: 'a claim, without the flag',
    group: '',
    kind: 'PersistentVolumeClaim',
    allowDelete: [],
    want: '--allow-delete x',
  },
  {
    name: 'a volume, by the flag for another',
    group: '',
    kind: 'PersistentVolume',
    allowDelete: ['y'],
    want: '--allow-delete x',
  },
  {name: 'a namespace, by its id', group: '', kind: 'Namespace', allowDelete: ['x'], want: undefined},
  {
    name: 'a definition, by all',
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    allowDelete: ['all'],
    want: undefined,
  },
  {
    name: 'a StatefulSet that takes its claims along',
    group: 'apps',
    kind: 'StatefulSet',
    live: {spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'}}},
    want: '--allow-delete x',
  },
  {
    name: 'a StatefulSet that leaves its claims',
    group: 'apps',
    kind: 'StatefulSet',
    live: {spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Retain'}}},
    want: undefined,
  },
])('the deletion of $name needs $want', ({want, allowDelete = [], live = {}, group, kind}) => {
  expect(blockDeletion({id: 'x', live, permissions: {allowDelete}, group, kind})?.needs).toBe(want);
});

it.each([
  {takesAlong: {objects: 3, others: 0}, says: '3 objects are deleted with it, all of this stack'},
  {takesAlong: {objects: 1, others: 0}, says: '1 object is deleted with it, of this stack'},
  {takesAlong: {objects: 3, others: 2}, says: '3 objects are deleted with it, 2 of them not of this stack'},
  {takesAlong: {objects: 2, others: 2}, says: '2 objects are deleted with it, all not of this stack'},
  {takesAlong: {objects: 2, others: 0, atLeast: true as const}, says: 'at least 2 objects are deleted with it'},
  {takesAlong: {objects: 0, others: 0}, says: '0 objects now'},
  {takesAlong: {objects: 0, others: 0, atLeast: true as const}, says: 'its objects could not be counted'},
])('a namespace reports what is deleted with it: $says', ({takesAlong, says}) => {
  const blocked = blockDeletion({
    id: 'x',
    kind: 'Namespace',
    group: '',
    live: {},
    cascade: takesAlong,
    permissions: {allowDelete: []},
  });
  expect(blocked?.because).toBe(`everything in it is deleted too: ${says}`);
});
