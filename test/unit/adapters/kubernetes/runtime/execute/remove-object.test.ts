import {expect, it} from 'vitest';
import {removeObject} from '../../../../../../src/adapters/kubernetes/runtime/execute/remove-object.ts';
import {type PlannedRemoval, planRemoval} from '../../../../../../src/adapters/kubernetes/runtime/plan/plan-removal.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../../../../../src/core/plan/permissions.ts';
import type {KubernetesState} from '../../../../../../src/core/release/kubernetes-state.ts';
import {PROTECT_ANNOTATION} from '../../../../../../src/kubernetes/resource/labels.ts';
import {
  type Answer,
  CONFIG_MAPS,
  LINEAGE,
  liveObject,
  no,
  ok,
  recorded,
  scripted,
  stepRun,
  throws,
} from './fake-objects.ts';

const gone = ok({kind: 'Status', status: 'Success'});
const missing = no(404, 'NotFound');
const moved = no(409, 'Conflict');

function remove(
  answers: readonly Answer[],
  {state = recorded, now, live = liveObject('5')}: {state?: KubernetesState; now?: JsonObject; live?: JsonObject} = {},
) {
  const made = scripted(answers);
  if (now !== undefined) made.server.objects.set('settings', now);
  const removal = planRemoval({
    state,
    live,
    resource: CONFIG_MAPS,
    lineage: LINEAGE,
    permissions: NO_PERMISSIONS,
  });
  return {...made, removal, result: (run = stepRun()) => removeObject(made.session, removal, run)};
}

it('a removal deletes exactly the object of the plan, in the background', async () => {
  const {result, deleted} = remove([gone]);
  const run = stepRun();
  expect(await result(run)).toEqual({kind: 'done'});
  expect(deleted).toMatchObject([{uid: 'u1', resourceVersion: '5', propagationPolicy: 'Background', timeoutMs: 500}]);
  expect(run.applied()).toBe(1);
});

it.each([
  {name: 'the object is gone already', answers: [missing], now: undefined},
  {name: 'the object disappears after a conflict', answers: [moved], now: undefined},
  {name: 'another object has its name now', answers: [moved], now: liveObject('9', {uid: 'u2'})},
])('a removal has nothing to do when $name', async ({answers, now}) => {
  const {result, deleted} = remove(answers, now === undefined ? {} : {now});
  expect(await result()).toEqual({kind: 'done'});
  expect(deleted).toHaveLength(1);
});

it('a running deletion is not requested again, but awaited', async () => {
  const ending = liveObject('6', {more: {deletionTimestamp: 'now', finalizers: ['a/b']}});
  const {session, removal, deleted, server} = remove([], {live: ending, now: ending});
  const still = {...session, clock: {...session.clock, sleep: () => new Promise<never>(() => {})}};
  const opened = server.nextWatch();
  const ended = removeObject(still, removal, stepRun());
  (await opened).send({type: 'deleted', object: ending});
  expect(await ended).toEqual({kind: 'done'});
  expect(deleted).toEqual([]);
});

it('a removal deletes an object that only changed at its new version', async () => {
  const {result, deleted} = remove([moved, gone], {now: liveObject('7')});
  expect(await result()).toEqual({kind: 'done'});
  expect(deleted[1]).toMatchObject({uid: 'u1', resourceVersion: '7'});
});

it.each([
  {name: 'was protected', more: {annotations: {[PROTECT_ANNOTATION]: 'true'}}},
  {name: 'was taken over by another stack', more: {labels: {'gantry.dev/lineage': 'other'}}},
])('an object that $name since the plan is not deleted and stays in the release', async ({more}) => {
  const {result, deleted} = remove([moved], {now: liveObject('7', {more})});
  expect(await result()).toMatchObject({kind: 'failed', failure: {code: 'plan/stale'}, state: recorded});
  expect(deleted).toHaveLength(1);
});

it('a removal of an object that changes all the time ends with a deletion by its uid alone', async () => {
  const {result, deleted} = remove([moved, moved, moved, moved, moved, gone], {now: liveObject('7')});
  expect(await result()).toEqual({kind: 'done'});
  expect(deleted.at(-1)).toMatchObject({uid: 'u1', resourceVersion: undefined});
});

it('a deletion that the server never permits keeps the object in the release, after a limited number of attempts', async () => {
  const denied = remove([no(403, 'Forbidden', 'User "eve" cannot delete resource "configmaps"')]);
  expect(await denied.result()).toMatchObject({kind: 'failed', failure: {code: 'permission/denied'}, state: recorded});
  const never = remove(
    Array.from({length: 20}, () => moved),
    {now: liveObject('7')},
  );
  expect(await never.result()).toMatchObject({kind: 'failed', failure: {code: 'plan/stale'}, state: recorded});
});

it('a lost answer to the deletion keeps the object in the release', async () => {
  const lost = new GantryError({code: 'cluster/unreachable', server: 'c', detail: 'cut', maybeExecuted: true});
  const {result} = remove([throws(lost)]);
  expect(await result()).toEqual({kind: 'failed', failure: lost.failure, state: recorded, maybeWritten: true});
});

it('a removal waits for finalizers, and an interrupt keeps the object in the release', async () => {
  const ending = liveObject('6', {more: {deletionTimestamp: 'now', finalizers: ['a/b']}});
  const {session, removal, server} = remove([ok(ending)], {now: ending});
  const still = {...session, clock: {...session.clock, sleep: () => new Promise<never>(() => {})}};
  const abort = new AbortController();
  const opened = server.nextWatch();
  const result = removeObject(still, removal, stepRun({signal: abort.signal}));
  await opened;
  abort.abort('SIGTERM');
  expect(await result).toEqual({kind: 'failed', failure: {code: 'cancelled', signal: 'SIGTERM'}, state: recorded});
});

it('a deletion that times out reports what blocks it and which limit applied, without known secrets', async () => {
  const ending = liveObject('6', {more: {deletionTimestamp: 'now', finalizers: ['a/hunter2']}});
  const {session, removal} = remove([ok(ending)], {now: ending});
  const clean = (text: string) => text.replaceAll('hunter2', '***');
  const told: string[] = [];
  const limit = {of: 'resource', seconds: 600, until: 0} as const;
  const run = stepRun({limit, onWaiting: (message) => told.push(message)});
  const result = await removeObject({...session, client: {...session.client, clean}}, removal, run);
  const detail = 'is being deleted; blocked by the finalizers a/***';
  expect(result).toEqual({
    kind: 'failed',
    failure: {code: 'object/not-gone', resource: recorded.id, detail, seconds: 600, limit: 'resource'},
    state: recorded,
  });
  expect(told).toEqual([detail]);
});

const other = liveObject('9', {uid: 'u2'});
const theirs = liveObject('9', {more: {labels: {'gantry.dev/lineage': 'other'}}});

it.each([
  {name: 'drops the ownership', answers: [ok({})], patches: 1, done: true},
  {
    name: 'drops the ownership of a changed object at its new version',
    answers: [moved, ok({})],
    now: liveObject('9'),
    patches: 2,
    done: true,
  },
  {name: 'has nothing to do for an object that is gone', answers: [missing], patches: 1, done: true},
  {name: 'has nothing to do for an object that changed and is gone', answers: [moved], patches: 1, done: true},
  {name: 'ignores another object of that name', answers: [moved], now: other, patches: 1, done: true},
  {name: 'ignores an object that another stack took over', answers: [moved], now: theirs, patches: 1, done: true},
  {
    name: 'keeps the object in the release when the server refuses',
    answers: [no(422, 'Invalid')],
    patches: 1,
    done: false,
  },
])('an orphaning step $name, and patches only metadata', async ({answers, now, patches, done}) => {
  const made = remove(answers, now === undefined ? {} : {now});
  const forget: PlannedRemoval = {...made.removal, release: true, change: {...made.removal.change, action: 'forget'}};
  const result = await removeObject(made.session, forget, stepRun());
  expect(result).toMatchObject(done ? {kind: 'done'} : {kind: 'failed', state: recorded});
  expect(made.patched).toHaveLength(patches);
  const paths = made.patched.flatMap(({operations}) => operations.map(({path}) => path));
  expect(paths).toContain('/metadata/labels/gantry.dev~1lineage');
  expect(paths.filter((path) => !String(path).startsWith('/metadata/'))).toEqual([]);
});

it('an orphaning step whose answer is lost keeps the object in the release and reports a possible write', async () => {
  const unsure = new GantryError({code: 'cluster/unreachable', server: 's', detail: 'reset', maybeExecuted: true});
  const {session, removal} = remove([throws(unsure)]);
  const released: PlannedRemoval = {...removal, change: {...removal.change, action: 'forget'}, release: true};
  expect(await removeObject(session, released, stepRun())).toEqual({
    kind: 'failed',
    failure: unsure.failure,
    state: recorded,
    maybeWritten: true,
  });
});
