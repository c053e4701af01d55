import {expect, it} from 'vitest';
import {
  type Observed,
  type Observer,
  openWatchHub,
} from '../../../../../../src/adapters/kubernetes/runtime/execute/watch-hub.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';
import {deployment, fakeServer, placeOf} from './fake-watch.ts';

function open() {
  const server = fakeServer();
  const hub = openWatchHub({
    client: server.client,
    clock: {...stoppedClock(), sleep: () => new Promise((resolve) => setImmediate(resolve))},
    lineage: 'abc',
  });
  /** Observes one object; answers what is seen next, each time it is awaited. */
  const observe = (name: string, more: Pick<Observer, 'isEnding'> = {}) => {
    const seen: Observed[] = [];
    const waiting: ((observed: Observed) => void)[] = [];
    const failed = Promise.withResolvers<unknown>();
    const stop = hub.observe(placeOf(name), {
      onObserved: (observed) => {
        const next = waiting.shift();
        if (next === undefined) seen.push(observed);
        else next(observed);
      },
      onFailed: failed.resolve,
      ...more,
    });
    const next = () => {
      const known = seen.shift();
      return known === undefined ? new Promise<Observed>((resolve) => waiting.push(resolve)) : Promise.resolve(known);
    };
    return {next, stop, seen, failed: failed.promise};
  };
  return {server, hub, observe};
}

it('the hub lists once, then keeps one watch by ownership label for all objects of a kind and namespace', async () => {
  const {server, observe} = open();
  server.objects.set('web', deployment('web', '3')).set('db', deployment('db', '2'));
  const opened = server.nextWatch();
  const [web, db] = [observe('web'), observe('db')];
  const {request, send} = await opened;
  expect((await web.next()).object).toMatchObject({metadata: {name: 'web', resourceVersion: '3'}});
  await db.next();
  expect(request).toMatchObject({namespace: 'shop', labelSelector: 'gantry.dev/lineage=abc', resourceVersion: '4'});
  send({type: 'modified', object: deployment('db', '6')});
  expect((await db.next()).object).toMatchObject({metadata: {resourceVersion: '6'}});
  expect([server.lists.length, server.opened.length]).toEqual([1, 1]);
});

it('a later observer gets the last seen object', async () => {
  const {server, observe} = open();
  const opened = server.nextWatch();
  const web = observe('web');
  const {send} = await opened;
  expect((await web.next()).deleted).toBe(true);
  send({type: 'added', object: deployment('web', '5')});
  await web.next();
  expect((await observe('web').next()).object).toMatchObject({metadata: {resourceVersion: '5'}});
});

it('a broken watch continues from the last version, including bookmarks', async () => {
  const {server, observe} = open();
  const first = server.nextWatch();
  observe('web');
  const {send} = await first;
  send({type: 'added', object: deployment('web', '5')});
  send({type: 'bookmark', resourceVersion: '9'});
  const second = server.nextWatch();
  send({type: 'ended', why: 'broken'});
  expect((await second).request.resourceVersion).toBe('9');
  expect(server.lists).toHaveLength(1);
});

it('an expired watch lists again, and reports the objects that are gone', async () => {
  const {server, observe} = open();
  server.objects.set('web', deployment('web', '3'));
  const first = server.nextWatch();
  const web = observe('web');
  const {send} = await first;
  await web.next();
  server.objects.delete('web');
  const second = server.nextWatch();
  send({type: 'ended', why: 'expired'});
  expect(await web.next()).toMatchObject({object: {metadata: {resourceVersion: '4'}}, deleted: true});
  expect((await second).request.resourceVersion).toBe('4');
});

it.each(['before the list is answered', 'after the list is answered'])(
  'a wait for the end of an object that starts %s reports that the object was gone before',
  async (when) => {
    const {server, observe} = open();
    server.objects.set('web', deployment('web', '3'));
    const answer = server.holdLists();
    const opened = server.nextWatch();
    observe('web');
    await server.listed();
    if (when === 'after the list is answered') {
      answer();
      await opened;
    }
    const db = observe('db', {isEnding: true});
    answer();
    expect(await db.next()).toMatchObject({deleted: true});
    expect(server.reads).toEqual(['db']);
  },
);

it('an awaited object is not read by name if the list will report its end', async () => {
  const {server, observe} = open();
  const opened = server.nextWatch();
  const web = observe('web', {isEnding: true});
  expect(await web.next()).toMatchObject({deleted: true});
  await opened;
  observe('db');
  expect(server.reads).toEqual([]);
});

it('an object that is still being deleted is left to the watch', async () => {
  const {server, observe} = open();
  const opened = server.nextWatch();
  observe('web');
  const {send} = await opened;
  server.objects.set('db', deployment('db', '7'));
  const db = observe('db', {isEnding: true});
  await expect.poll(() => server.reads).toEqual(['db']);
  expect(db.seen).toEqual([]);
  send({type: 'deleted', object: deployment('db', '8')});
  expect(await db.next()).toMatchObject({deleted: true});
});

it('the hub reads objects by name repeatedly without permission to list or watch', async () => {
  const {server, observe} = open();
  server.forbidLists();
  server.objects.set('web', deployment('web', '7'));
  const web = observe('web');
  expect((await web.next()).object).toMatchObject({metadata: {resourceVersion: '7'}});
  server.objects.set('web', deployment('web', '8'));
  for (;;) {
    const {object} = await web.next();
    if (JSON.stringify(object).includes('"resourceVersion":"8"')) break;
  }
  web.stop();
  expect(server.opened).toHaveLength(0);
});

it('the watch ends when nobody waits any longer, and another one is opened for the next observer', async () => {
  const {server, observe} = open();
  const first = server.nextWatch();
  const web = observe('web');
  const {request} = await first;
  web.stop();
  expect(request.signal.aborted).toBe(true);
  const second = server.nextWatch();
  observe('web');
  expect((await second).request.signal.aborted).toBe(false);
});

it('an object that was created during the list is not reported as gone', async () => {
  const {server, observe} = open();
  const answer = server.holdLists();
  const opened = server.nextWatch();
  observe('web');
  await server.listed();
  const late = observe('late');
  answer();
  const {send} = await opened;
  expect(late.seen).toEqual([]);
  send({type: 'added', object: deployment('late', '9')});
  expect((await late.next()).deleted).toBe(false);
});

it('all waits end when the credential is rejected', async () => {
  const {server, observe} = open();
  const refused = new GantryError({code: 'credential/refused', server: 'https://c', detail: '401'});
  server.breakLists(refused);
  const [web, db] = [observe('web'), observe('db')];
  expect(await Promise.all([web.failed, db.failed])).toEqual([refused, refused]);
});

it('the hub keeps trying while the server cannot be reached', async () => {
  const {server, observe} = open();
  server.breakLists(new GantryError({code: 'cluster/unreachable', server: 'https://c', detail: 'gone'}));
  server.objects.set('web', deployment('web', '3'));
  const opened = server.nextWatch();
  const web = observe('web');
  await opened;
  expect((await web.next()).deleted).toBe(false);
});
