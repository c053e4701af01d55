import {expect, it} from 'vitest';
import {awaitReady} from '../../../../../../src/adapters/kubernetes/runtime/execute/await-ready.ts';
import {openWatchHub} from '../../../../../../src/adapters/kubernetes/runtime/execute/watch-hub.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {engineReadiness} from '../../../../../../src/kubernetes/readiness/engine-readiness.ts';
import type {Clock} from '../../../../../../src/ports/clock.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';
import {deployment, fakeServer, placeOf} from './fake-watch.ts';

const readiness = (_id: string, object: JsonObject) => engineReadiness(object, new Date(0));

/** Time stands still until the test ends it: then every sleep is over. */
function frozenClock(): Clock & {readonly end: () => void} {
  const over = Promise.withResolvers<void>();
  return {...stoppedClock(), sleep: () => over.promise, end: over.resolve};
}

async function wait(written: JsonObject, signal = new AbortController().signal) {
  const server = fakeServer();
  const clock = frozenClock();
  const hub = openWatchHub({client: server.client, clock, lineage: 'abc'});
  server.objects.set('web', written);
  const opened = server.nextWatch();
  const said: string[] = [];
  const ready = awaitReady({
    hub,
    clock,
    readiness,
    place: placeOf('web'),
    id: 'web',
    written,
    run: {signal, timeoutMs: 5_000, onWaiting: (message) => said.push(message)},
  });
  return {server, opened, clock, ready, said};
}

const notReady = (resourceVersion: string, more = {}) => deployment('web', resourceVersion, {ready: false, ...more});

it('an answer that is ready already causes no request', async () => {
  const {server, ready} = await wait(deployment('web', '5'));
  expect(await ready).toHaveProperty('end');
  expect(server.opened).toHaveLength(0);
});

it('a wait ends when the watch shows the object as ready, and returns the object as last seen', async () => {
  const {opened, ready} = await wait(notReady('5'));
  const {send} = await opened;
  send({type: 'modified', object: notReady('6')});
  send({type: 'modified', object: deployment('web', '7')});
  expect(await ready).toMatchObject({end: {metadata: {resourceVersion: '7'}}});
});

it('an observation from before the write is ignored', async () => {
  const {opened, ready} = await wait(notReady('5', {generation: 2, observed: 1}));
  const {send} = await opened;
  send({type: 'added', object: deployment('web', '4', {generation: 1})});
  send({type: 'modified', object: deployment('web', '8', {generation: 2})});
  expect(await ready).toMatchObject({end: {metadata: {resourceVersion: '8'}}});
});

it('a status of an older generation is ignored', async () => {
  const {opened, ready} = await wait(notReady('5', {generation: 2, observed: 1}));
  const {send} = await opened;
  send({type: 'modified', object: deployment('web', '6', {generation: 2, observed: 1})});
  send({type: 'modified', object: deployment('web', '7', {generation: 2})});
  expect(await ready).toMatchObject({end: {metadata: {resourceVersion: '7'}}});
});

it('a wait fails when someone deletes or replaces the object', async () => {
  const gone = await wait(notReady('5'));
  (await gone.opened).send({type: 'deleted', object: notReady('6')});
  expect(await gone.ready).toMatchObject({failure: {code: 'object/failed', resource: 'web'}});
  const other = await wait(notReady('5'));
  (await other.opened).send({type: 'added', object: deployment('web', '9', {uid: 'u2'})});
  expect(await other.ready).toMatchObject({failure: {code: 'object/failed'}});
});

it('a timeout reports what was waited for', async () => {
  const {opened, clock, ready, said} = await wait(notReady('5'));
  await opened;
  clock.end();
  const outcome = await ready;
  expect(outcome).toMatchObject({failure: {code: 'object/not-ready', resource: 'web', seconds: 5}});
  expect(outcome).toMatchObject({failure: {detail: said.at(-1)}});
});

it('an interrupted wait fails with the name of the signal', async () => {
  const abort = new AbortController();
  const {opened, ready} = await wait(notReady('5'), abort.signal);
  await opened;
  abort.abort('SIGTERM');
  expect(await ready).toMatchObject({failure: {code: 'cancelled', signal: 'SIGTERM'}});
});

it('the end of an earlier object with the same name is ignored', async () => {
  const clock = frozenClock();
  const server = fakeServer();
  const hub = openWatchHub({client: server.client, clock, lineage: 'abc'});
  const opened = server.nextWatch();
  const observer = {onObserved: () => {}, onFailed: () => {}};
  hub.observe(placeOf('another'), observer);
  const {send} = await opened;
  // Made with generation 1, its deletion counted up.
  send({type: 'deleted', object: deployment('web', '4', {generation: 3, uid: 'u0'})});
  await new Promise((resolve) => setImmediate(resolve));
  const written = notReady('5');
  const ready = awaitReady({
    hub,
    clock,
    readiness,
    place: placeOf('web'),
    id: 'web',
    written,
    run: {signal: new AbortController().signal, timeoutMs: 5_000, onWaiting: () => {}},
  });
  send({type: 'modified', object: deployment('web', '7')});
  expect(await ready).toMatchObject({end: {metadata: {resourceVersion: '7'}}});
});

it('an error that the watch cannot recover from ends the wait with that failure', async () => {
  const server = fakeServer();
  const clock = frozenClock();
  const hub = openWatchHub({client: server.client, clock, lineage: 'abc'});
  server.breakLists(new GantryError({code: 'credential/refused', server: 'https://c', detail: '401'}));
  const run = {signal: new AbortController().signal, timeoutMs: 5_000, onWaiting: () => {}};
  const ready = awaitReady({hub, clock, readiness, place: placeOf('web'), id: 'web', written: notReady('5'), run});
  expect(await ready).toMatchObject({failure: {code: 'credential/refused'}});
});

const job = (resourceVersion: string, status: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name: 'web', namespace: 'shop', uid: 'u1', generation: 1, resourceVersion, ...metadata},
  spec: {ttlSecondsAfterFinished: 0},
  status: {startTime: '2026-01-01T00:00:00Z', ...status},
});

it.each([
  [
    'is done if it had succeeded',
    {conditions: [{type: 'Complete', status: 'True'}]},
    {end: {kind: 'Job', status: {conditions: [{type: 'Complete', status: 'True'}]}}},
  ],
  ['is done if it was last seen active', {active: 1}, {end: {kind: 'Job'}}],
  [
    'fails if it had failed',
    {conditions: [{type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded'}]},
    {failure: {code: 'object/failed', detail: 'BackoffLimitExceeded'}},
  ],
] as const)('a Job that is deleted when it ends %s', async (_how, status, want) => {
  const {opened, ready} = await wait(job('5', {active: 1}));
  const going = {deletionTimestamp: '2026-01-01T00:00:01Z'};
  (await opened).send({type: 'deleted', object: job('6', status, going)});
  expect(await ready).toMatchObject(want);
});
