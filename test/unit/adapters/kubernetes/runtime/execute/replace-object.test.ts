import {expect, it} from 'vitest';
import {replaceObject} from '../../../../../../src/adapters/kubernetes/runtime/execute/replace-object.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {executePlan} from '../../../../../../src/engine/execute-plan.ts';
import {acquireLock} from '../../../../../../src/engine/release/acquire.ts';
import {openHistory} from '../../../../../../src/engine/release/release-history.ts';
import type {StepRun} from '../../../../../../src/ports/step-run.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../../../rig/memory-backend.ts';
import {holderNamed, NAMES} from '../../../../../rig/releases.ts';
import {
  type Answer,
  ID,
  liveObject,
  no,
  ok,
  plannedObject,
  recorded,
  scripted,
  stepRun,
  throws,
} from './fake-objects.ts';

const deleted = ok({kind: 'Status', status: 'Success'});
const made = ok(liveObject('9', {uid: 'u2'}), 201);
const moved = no(409, 'Conflict');
const lost = new GantryError({code: 'cluster/unreachable', server: 'c', detail: 'cut', maybeExecuted: true});

function replace(answers: readonly Answer[], {now}: {now?: JsonObject | undefined} = {}) {
  const script = scripted(answers);
  if (now !== undefined) script.server.objects.set('settings', now);
  const planned = plannedObject('replace', {live: liveObject('5'), state: recorded});
  return {...script, planned, result: (run: StepRun = stepRun()) => replaceObject(script.session, planned, run)};
}

it('a replacement deletes exactly the object of the plan, then creates the new one only if none exists', async () => {
  const {result, deleted: deletes, applied} = replace([deleted, made]);
  const run = stepRun();
  expect(await result(run)).toMatchObject({kind: 'done', state: {id: ID, uid: 'u2'}});
  expect(deletes).toMatchObject([{uid: 'u1', resourceVersion: '5', propagationPolicy: 'Background', timeoutMs: 500}]);
  expect(applied).toHaveLength(1);
  expect(applied[0]?.object['metadata']).not.toHaveProperty('uid');
  expect(applied[0]?.object['metadata']).toHaveProperty('resourceVersion', '1');
  expect(run.applied()).toBe(1);
});

it.each([
  {name: 'was gone already', answers: [no(404, 'NotFound'), made], now: undefined},
  {name: 'changed and is gone', answers: [moved, made], now: undefined},
])('a replacement creates the new object when the old one $name', async ({answers}) => {
  const {result} = replace(answers);
  expect(await result()).toMatchObject({kind: 'done', state: {uid: 'u2'}});
});

it('a replacement continues at the new version when only the status changed', async () => {
  const {result, deleted: deletes} = replace([moved, deleted, made], {now: {...liveObject('7'), status: {a: 1}}});
  expect(await result()).toMatchObject({kind: 'done'});
  expect(deletes[1]).toMatchObject({uid: 'u1', resourceVersion: '7'});
});

it.each([
  {name: 'edited', now: liveObject('7', {data: {a: 'theirs'}})},
  {name: 'protected', now: liveObject('7', {more: {annotations: {'gantry.dev/protect': 'true'}}})},
  {name: 'took over', now: liveObject('7', {more: {labels: {'gantry.dev/lineage': 'other'}}})},
])('a replacement does not delete an object that somebody $name since the plan', async ({now}) => {
  const {result, deleted: deletes, applied} = replace([moved], {now});
  expect(await result()).toMatchObject({kind: 'failed', failure: {code: 'plan/stale'}, state: recorded});
  expect([deletes.length, applied.length]).toEqual([1, 0]);
});

it('a replacement removes its fields from an object of the same name that somebody created in between', async () => {
  const {result, applied} = replace([deleted, ok(liveObject('9', {uid: 'u3'}), 200), ok({})]);
  expect(await result()).toMatchObject({kind: 'failed', failure: {code: 'plan/stale'}, absent: true});
  expect(applied[1]?.object).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {name: 'settings', namespace: 'shop', uid: 'u3'},
  });
});

it('a denied deletion keeps the old object in the release', async () => {
  const {result, applied} = replace([no(403, 'Forbidden', 'User "eve" cannot delete resource "configmaps"')]);
  const answer = await result();
  expect(answer).toMatchObject({kind: 'failed', failure: {code: 'permission/denied', action: 'delete'}});
  expect(answer).toMatchObject({state: recorded});
  expect(answer).not.toHaveProperty('absent');
  expect(applied).toEqual([]);
});

it('a lost answer to the deletion keeps the old object in the release', async () => {
  const {result} = replace([throws(lost)]);
  expect(await result()).toEqual({kind: 'failed', failure: lost.failure, state: recorded, maybeWritten: true});
});

it('a replacement whose new object is refused leaves no object in the release', async () => {
  const {result} = replace([deleted, no(403, 'Forbidden', 'User "eve" cannot patch resource "configmaps"')]);
  const answer = await result();
  expect(answer).toMatchObject({kind: 'failed', failure: {code: 'permission/denied'}, absent: true});
  expect(answer).not.toHaveProperty('state');
});

it('a replacement repeats a create that the server refuses while it remembers the old object', async () => {
  const {result, applied} = replace([deleted, no(422, 'Invalid', 'provided port is already allocated'), made]);
  expect(await result()).toMatchObject({kind: 'done'});
  expect(applied).toHaveLength(2);
});

it('a lock that is lost between deletion and creation leaves no object in the release', async () => {
  const gone = new GantryError({code: 'release/lease-lost', detail: 'taken over'});
  let asked = 0;
  const run = stepRun({
    beforeWrite: async () => {
      asked++;
      if (asked > 1) throw gone;
    },
  });
  const {result} = replace([deleted, made]);
  expect(await result(run)).toEqual({kind: 'failed', failure: gone.failure, absent: true});
});

it('a lost answer to the create keeps the object in the release without a uid', async () => {
  const {result} = replace([deleted, throws(lost)]);
  expect(await result()).toMatchObject({
    kind: 'failed',
    failure: lost.failure,
    state: {id: ID, uid: ''},
    maybeWritten: true,
  });
});

it('a replacement awaits the deletion; an interrupt keeps the object in the release and creates nothing', async () => {
  const ending = liveObject('6', {more: {deletionTimestamp: 'now', finalizers: ['a/b']}});
  const {session, planned, server, applied} = replace([ok(ending)], {now: ending});
  const still = {...session, clock: {...session.clock, sleep: () => new Promise<never>(() => {})}};
  const abort = new AbortController();
  const opened = server.nextWatch();
  const said: string[] = [];
  const run = stepRun({signal: abort.signal, wait: false, onWaiting: (message) => said.push(message)});
  const result = replaceObject(still, planned, run);
  await opened;
  abort.abort('SIGTERM');
  expect(await result).toEqual({
    kind: 'failed',
    failure: {code: 'cancelled', signal: 'SIGTERM'},
    state: recorded,
    maybeWritten: true,
  });
  expect(said).toEqual([expect.stringContaining('a/b')]);
  expect(applied).toEqual([]);
});

it('an interrupt after the deletion of the old object does not prevent the creation of the new one', async () => {
  const abort = new AbortController();
  const {result, applied} = replace([{reply: () => (abort.abort('SIGINT'), deleted.reply())}, made]);
  expect(await result(stepRun({signal: abort.signal}))).toMatchObject({kind: 'done', state: {uid: 'u2'}});
  expect(applied).toHaveLength(1);
});

it('a run that is interrupted while it deletes the old object still creates the new one under its lock', async () => {
  const [abort, clock, backend] = [new AbortController(), handClock(), memoryBackend()];
  const shared = {clock, signal: new AbortController().signal, onEvent: () => {}};
  await using lock = await acquireLock({
    ...shared,
    backend,
    history: await openHistory({backend, ...NAMES}),
    names: NAMES,
    holder: holderNamed('anna'),
    lockTimeoutMs: 0,
  });
  const {result, planned, applied} = replace([{reply: () => (abort.abort('SIGINT'), deleted.reply())}, made]);
  const [report] = await executePlan({
    ...shared,
    signal: abort.signal,
    changes: [{change: planned.change, after: [], execute: result}],
    wait: false,
    confirmUnchanged: false,
    timeouts: {resourceMs: 1000, totalMs: 1000},
    beforeWrite: (stop) => lock.ensureHeld(500, stop),
    writeTimeoutMs: 500,
  });
  expect(applied).toHaveLength(1);
  expect(report).toMatchObject({outcome: 'done', state: {uid: 'u2'}});
});
