import {expect, it} from 'vitest';
import {stateBefore} from '../../../../../../src/adapters/kubernetes/runtime/execute/object-state.ts';
import {writeObject} from '../../../../../../src/adapters/kubernetes/runtime/execute/write-object.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import {ID, liveObject, no, ok, plannedObject, recorded, scripted, stepRun, throws} from './fake-objects.ts';
import {deployment} from './fake-watch.ts';

const metadataOf = (request: {readonly object: object} | undefined) =>
  (request?.object as {metadata: object} | undefined)?.metadata;
const unreachable = (maybeExecuted: boolean) =>
  new GantryError({
    code: 'cluster/unreachable',
    server: 'https://c',
    detail: 'cut',
    ...(maybeExecuted ? {maybeExecuted} : {}),
  });
const leaseLost = new GantryError({code: 'release/lease-lost', detail: 'too little is left'});

/** The lock is ours for so many attempts. */
const heldFor = (attempts: number) => {
  let left = attempts;
  return async () => {
    if (left-- <= 0) throw leaseLost;
  };
};

it('a create does not force conflicts, and records the answer of the server', async () => {
  const {session, applied} = scripted([ok(liveObject('5'), 201)]);
  const run = stepRun();
  const result = await writeObject(session, plannedObject('create'), run);
  expect(result).toMatchObject({
    kind: 'done',
    state: {id: ID, uid: 'u1', applied: {data: {a: '1'}}, dependsOn: ['v1:Namespace:shop']},
  });
  expect(applied).toMatchObject([{force: false, timeoutMs: 500}]);
  expect(metadataOf(applied[0])).not.toHaveProperty('uid');
  expect(run.applied()).toBe(1);
});

it('a create does not touch an object that somebody else created in the meantime', async () => {
  const {session, server, applied} = scripted([no(409, 'Conflict')]);
  server.objects.set('settings', liveObject('5'));
  const result = await writeObject(session, plannedObject('create'), stepRun());
  expect(metadataOf(applied[0])).toMatchObject({resourceVersion: '1'});
  expect(result).toEqual({kind: 'failed', failure: expect.objectContaining({code: 'plan/stale', resource: ID})});
  expect(applied).toHaveLength(1);
});

it.each([
  {
    name: 'finds its object by ownership labels',
    now: liveObject('5'),
    want: {kind: 'done', state: {uid: 'u1'}},
  },
  {
    name: 'fails at an object without these labels',
    now: liveObject('5', {more: {labels: {}}}),
    want: {kind: 'failed'},
  },
])('a create whose answer was lost $name', async ({now, want}) => {
  const {session, server} = scripted([no(409, 'Conflict', 'modified', true)]);
  server.objects.set('settings', now);
  expect(await writeObject(session, plannedObject('create'), stepRun())).toMatchObject(want);
});

it('a create that the server applies to an object of somebody else removes its fields from it again', async () => {
  const {session, applied} = scripted([ok(liveObject('5', {uid: 'theirs'}), 200), ok({})]);
  const result = await writeObject(session, plannedObject('create'), stepRun());
  expect(result).toMatchObject({kind: 'failed', failure: {code: 'plan/stale', resource: ID}});
  expect(result).not.toHaveProperty('state');
  expect(applied[1]?.object).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {name: 'settings', namespace: 'shop', uid: 'theirs'},
  });
});

it('a 200 counts as our own create when the first answer was lost', async () => {
  const {session} = scripted([ok(liveObject('5'), 200, true)]);
  expect(await writeObject(session, plannedObject('create'), stepRun())).toMatchObject({
    kind: 'done',
    state: {uid: 'u1'},
  });
});

it.each([
  {name: 'the answer was lost', answer: throws(unreachable(true)), run: {}},
  {name: 'the lock was lost before a retry', answer: ok(liveObject('5'), 201, true), run: {beforeWrite: heldFor(1)}},
  {name: 'a retry was refused', answer: no(503, 'ServiceUnavailable', 'later', true), run: {}},
  {name: 'a gateway gave up waiting', answer: no(504, 'Timeout'), run: {}},
])(
  'a create that may have succeeded keeps its object, without a uid, in the release when $name',
  async ({answer, run}) => {
    const {session} = scripted([answer]);
    const result = await writeObject(session, plannedObject('create'), stepRun(run));
    expect(result).toMatchObject({kind: 'failed', maybeWritten: true, state: {id: ID, uid: '', name: 'settings'}});
  },
);

it.each([
  {name: 'nothing was sent', answer: throws(unreachable(false)), run: {}},
  {name: 'the lock was lost before the request', answer: ok(liveObject('5'), 201), run: {beforeWrite: heldFor(0)}},
])('a create records no object when $name', async ({answer, run}) => {
  const {session} = scripted([answer]);
  await expect(writeObject(session, plannedObject('create'), stepRun(run))).rejects.toThrow(GantryError);
});

it('an update is sent with the uid and resourceVersion that the plan saw', async () => {
  const {session, applied} = scripted([ok(liveObject('6'))]);
  const planned = plannedObject('update', {live: liveObject('5', {data: {a: '0'}}), state: recorded});
  expect(await writeObject(session, planned, stepRun())).toMatchObject({kind: 'done'});
  expect(metadataOf(applied[0])).toMatchObject({uid: 'u1', resourceVersion: '5'});
});

it('an update is repeated at the new version when only the status changed', async () => {
  const {session, applied, server} = scripted([no(409, 'Conflict'), ok(liveObject('8'))]);
  const live = liveObject('5', {data: {a: '0'}});
  server.objects.set('settings', {...liveObject('7', {data: {a: '0'}}), status: {seen: true}});
  expect(await writeObject(session, plannedObject('update', {live}), stepRun())).toMatchObject({kind: 'done'});
  expect(metadataOf(applied[1])).toMatchObject({uid: 'u1', resourceVersion: '7'});
});

it.each([
  {name: 'was changed', now: liveObject('7', {data: {a: 'theirs'}})},
  {name: 'is another one with the same name', now: liveObject('7', {data: {a: '0'}, uid: 'u2'})},
  {name: 'is being deleted', now: liveObject('7', {data: {a: '0'}, more: {deletionTimestamp: 'now'}})},
  {name: 'is gone', now: undefined},
])('an update stops when the object $name', async ({now}) => {
  const {session, applied, server} = scripted([no(409, 'Conflict')]);
  if (now !== undefined) server.objects.set('settings', now);
  const live = liveObject('5', {data: {a: '0'}});
  const result = await writeObject(session, plannedObject('update', {live, state: recorded}), stepRun());
  expect(result).toMatchObject({kind: 'failed', failure: {code: 'plan/stale'}});
  expect(applied).toHaveLength(1);
});

it('an update recognizes its own write when the answer was lost and the next attempt came too late', async () => {
  const {session, server} = scripted([no(409, 'Conflict', 'moved', true)]);
  server.objects.set('settings', liveObject('6'));
  const live = liveObject('5', {data: {a: '0'}});
  const result = await writeObject(session, plannedObject('update', {live, state: recorded}), stepRun());
  expect(result).toMatchObject({kind: 'done', state: {uid: 'u1', applied: {data: {a: '1'}}}});
});

it.each([
  {
    name: 'a conflict with another manager',
    answer: no(409, 'Conflict', 'Apply failed', false, [
      {reason: 'FieldManagerConflict', field: '.data.a', message: 'conflict with "flux"'},
    ]),
    code: 'plan/stale',
  },
  {
    name: 'a missing permission',
    answer: no(403, 'Forbidden', 'User "eve" cannot patch resource "configmaps"'),
    code: 'permission/denied',
  },
  {name: 'a refused object', answer: no(422, 'Invalid', 'data: too long'), code: 'object/write-refused'},
])('a write reports $name and records nothing', async ({answer, code}) => {
  const {session} = scripted([answer]);
  const run = stepRun();
  const result = await writeObject(session, plannedObject('update', {live: liveObject('5'), state: recorded}), run);
  expect(result).toMatchObject({kind: 'failed', failure: {code, resource: ID}});
  expect([result, run.applied()]).toEqual([expect.not.objectContaining({state: expect.anything()}), 0]);
});

it('a write waits for the path of a kind that the same run has created', async () => {
  const missing = no(404, 'NotFound');
  const {session, applied} = scripted([missing, missing, ok(liveObject('5'), 201)]);
  const planned = plannedObject('create', {planned: true, surelyAbsent: true});
  expect(await writeObject(session, planned, stepRun())).toMatchObject({kind: 'done'});
  expect(applied).toHaveLength(3);
  const known = scripted([missing]);
  expect(await writeObject(known.session, plannedObject('create'), stepRun())).toMatchObject({kind: 'failed'});
});

it('a write verifies first what the preview could not', async () => {
  const {session, applied} = scripted([ok(liveObject('5'), 201), ok(liveObject('5'), 201)]);
  await writeObject(session, plannedObject('create', {verified: false}), stepRun());
  expect(applied.map(({dryRun}) => dryRun === true)).toEqual([true, false]);
  const late = scripted([ok(liveObject('5'), 200)]);
  expect(await writeObject(late.session, plannedObject('create', {verified: false}), stepRun())).toMatchObject({
    kind: 'failed',
  });
  expect(late.applied).toHaveLength(1);
});

const undeclared = no(500, '', 'failed to create typed patch object: .spec.colour: field not declared in schema');

it('a write waits until the server knows a schema, a class or an account that the same run has written', async () => {
  const live = liveObject('5', {data: {a: '0'}});
  const unknown = no(403, 'Forbidden', 'no PriorityClass with name high was found');
  const {session, applied} = scripted([undeclared, no(422, 'Invalid'), unknown, ok(liveObject('6'))]);
  const planned = plannedObject('update', {live, verified: false});
  expect(await writeObject(session, planned, stepRun())).toMatchObject({kind: 'done'});
  expect(applied).toHaveLength(4);
});

it.each([
  {
    name: 'is repeated while a binding is pending',
    awaitGrants: true,
    asked: 3,
    done: true,
  },
  {name: 'fails at once without a pending binding', awaitGrants: false, asked: 1, done: false},
])('a denied write $name', async ({awaitGrants, asked, done}) => {
  const denied = no(403, 'Forbidden', 'User "eve" cannot patch resource "configmaps" in API group ""');
  const {session, applied} = scripted([denied, denied, ok(liveObject('6'))]);
  const planned = plannedObject('update', {live: liveObject('5', {data: {a: '0'}}), verified: false});
  const result = await writeObject({...session, awaitGrants}, planned, stepRun());
  expect(result).toMatchObject(done ? {kind: 'done'} : {kind: 'failed', failure: {code: 'permission/denied'}});
  expect(applied).toHaveLength(asked);
});

it.each([
  {name: 'keeps refusing the object', verified: false, asked: 20},
  {name: 'verified the object before', verified: true, asked: 1},
])('a write reports the refusal by a server that $name', async ({verified, asked}) => {
  const {session, applied} = scripted(Array.from({length: 25}, () => undeclared));
  const result = await writeObject(session, plannedObject('create', {verified}), stepRun());
  expect(result).toMatchObject({kind: 'failed', failure: {code: 'object/write-refused', status: 500}});
  expect(applied).toHaveLength(asked);
});

it('an interrupted wait keeps the state of what was written', async () => {
  const written = deployment('settings', '5', {ready: false});
  const {session, server} = scripted([ok(written, 201)]);
  const abort = new AbortController();
  const opened = server.nextWatch();
  const still = {...session, clock: {...session.clock, sleep: () => new Promise<never>(() => {})}};
  const result = writeObject(still, plannedObject('create'), stepRun({signal: abort.signal}));
  await opened;
  abort.abort('SIGINT');
  expect(await result).toMatchObject({kind: 'failed', failure: {code: 'cancelled'}, state: {id: ID, uid: 'u1'}});
});

it('an object that a dead run created is recognized by its labels, whatever becomes of its step', () => {
  const {session} = scripted([]);
  const live = liveObject('5');
  const found = stateBefore(session, plannedObject('update', {live}));
  expect(found).toMatchObject({id: ID, uid: 'u1', desiredDigest: ''});
  expect(stateBefore(session, plannedObject('unchanged', {live}))?.desiredDigest).not.toBe('');
  const theirs = liveObject('5', {more: {labels: {}}});
  expect(stateBefore(session, plannedObject('adopt', {live: theirs}))).toBeUndefined();
  expect(stateBefore(session, plannedObject('replace', {live: theirs}))).toBeUndefined();
  expect(stateBefore(session, plannedObject('update', {live, state: recorded}))).toBe(recorded);
});
