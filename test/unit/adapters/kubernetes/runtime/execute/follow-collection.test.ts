import {expect, it} from 'vitest';
import type {ListReply, ListRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import type {WatchEvent, WatchRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/watch.ts';
import {openCollections} from '../../../../../../src/adapters/kubernetes/runtime/execute/follow-collection.ts';
import {PODS} from '../../../../../../src/adapters/kubernetes/runtime/execute/workload-kinds.ts';
import {isObject, type JsonObject} from '../../../../../../src/core/json.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';

const pod = (name: string, app: string): JsonObject => ({
  metadata: {
    name,
    labels: {app},
    ownerReferences: [{controller: true, uid: `set-${app}`}],
    managedFields: [{manager: 'kubelet'}],
  },
});

/** Lists answer with these codes in turn, the last one for ever; watches say what `show` gives them. */
function server(pods: readonly JsonObject[], codes: readonly number[] = [200]) {
  const lists: ListRequest[] = [];
  const senders: ((event: WatchEvent) => void)[] = [];
  return {
    lists,
    show: (event: WatchEvent) => {
      for (const send of senders) send(event);
    },
    client: {
      list: async (request: ListRequest): Promise<ListReply> => {
        lists.push(request);
        const status = codes[Math.min(lists.length, codes.length) - 1] ?? 200;
        if (status === 200) return {ok: true, items: pods, resourceVersion: '1'};
        return {ok: false, status, warnings: [], resent: false, refusal: refusalOf(status, {kind: 'Status'})};
      },
      watch: async function* ({signal}: WatchRequest): AsyncGenerator<WatchEvent, void> {
        const queue: WatchEvent[] = [];
        let wake = () => {};
        senders.push((event) => (queue.push(event), wake()));
        signal.addEventListener('abort', () => wake());
        while (!signal.aborted) {
          const event = queue.shift();
          if (event === undefined) await new Promise<void>((resolve) => (wake = resolve));
          else yield event;
        }
      },
    },
  };
}

function following(pods: readonly JsonObject[], codes?: readonly number[]) {
  const clock = handClock();
  const api = server(pods, codes);
  const collections = openCollections({client: api.client, clock});
  const follower = {onChange: () => undefined, onFailed: () => undefined};
  const follow = (app: string) =>
    collections.follow({resource: PODS, namespace: 'shop', labelSelector: `app=${app}`}, follower);
  return {clock, api, follow, close: collections.close};
}

const names = (objects: readonly JsonObject[] | undefined) =>
  objects?.map(({metadata}) => (isObject(metadata) ? metadata['name'] : undefined));

it('many followers of the pods of one namespace share a watch, and each gets only its selection', async () => {
  const apps = Array.from({length: 30}, (_, i) => `app-${i}`);
  const {clock, api, follow, close} = following(apps.flatMap((app) => [pod(`${app}-a`, app), pod(`${app}-b`, app)]));
  const followed = apps.map((app) => ({app, ...follow(app)}));
  await clock.advance(0);
  expect(api.lists.length).toBeLessThan(15);
  const last = followed.at(-1);
  expect(names(last?.items())).toEqual(['app-29-a', 'app-29-b']);
  expect(names(last?.of('set-app-29'))).toEqual(['app-29-a', 'app-29-b']);
  expect(last?.of('set-app-3')).toEqual([]);
  close();
});

it('an object that changes its owner or is deleted is no longer reported for the old owner, and managedFields are not kept', async () => {
  const {clock, api, follow, close} = following([pod('a', 'web'), pod('b', 'web')]);
  const followed = follow('web');
  await clock.advance(0);
  expect(JSON.stringify(followed.items())).not.toContain('kubelet');
  api.show({type: 'modified', object: pod('a', 'other')});
  api.show({type: 'deleted', object: pod('b', 'web')});
  await clock.advance(0);
  expect([names(followed.of('set-web')), names(followed.of('set-other')), names(followed.items())]).toEqual([
    [],
    ['a'],
    ['a'],
  ]);
  close();
});

it.each([
  {name: 'a server that is too busy is asked again', codes: [503, 500, 200], want: {lists: 3, pods: ['a']}},
  {name: 'one that forbids it is not', codes: [403], want: {lists: 1, pods: undefined}},
])('$name', async ({codes, want}) => {
  const {clock, api, follow, close} = following([pod('a', 'web')], codes);
  const followed = follow('web');
  await clock.advance(60_000);
  expect({lists: api.lists.length, pods: names(followed.items())}).toEqual(want);
  close();
});

it('a user who may list but not watch gets lists, a few seconds apart', async () => {
  const {clock, api, follow, close} = following([pod('a', 'web')]);
  const forbidden = refusalOf(403, {kind: 'Status'});
  api.client.watch = async function* () {
    yield {type: 'ended', why: 'refused', refusal: forbidden};
  };
  const followed = follow('web');
  await clock.advance(0);
  expect(names(followed.items())).toEqual(['a']);
  await clock.advance(60_000);
  expect(api.lists.length).toBeGreaterThan(5);
  expect(api.lists.length).toBeLessThan(15);
  close();
});

it('a change wakes only the followers that have asked for its owner, for its former owner, or for all', async () => {
  const clock = handClock();
  const api = server([pod('a', 'web'), pod('b', 'db')]);
  const collections = openCollections({client: api.client, clock});
  const woken: string[] = [];
  const follow = (name: string) =>
    collections.follow(
      {resource: PODS, namespace: 'shop'},
      {onChange: () => void woken.push(name), onFailed: () => undefined},
    );
  const [web, db, other, every, gone] = ['web', 'db', 'other', 'every', 'gone'].map(follow);
  await clock.advance(0);
  expect(woken.splice(0)).toEqual(['web', 'db', 'other', 'every', 'gone']);
  web?.of('set-web');
  db?.of('set-db');
  every?.items();
  gone?.of('set-web');
  gone?.stop();
  gone?.of('set-web');
  api.show({type: 'modified', object: pod('a', 'web')});
  await clock.advance(0);
  expect(woken.splice(0)).toEqual(['web', 'every']);
  other?.of('set-other');
  api.show({type: 'modified', object: pod('a', 'other')});
  await clock.advance(0);
  expect(woken.splice(0).toSorted()).toEqual(['every', 'other', 'web']);
  api.show({type: 'deleted', object: pod('b', 'db')});
  await clock.advance(0);
  expect(woken.splice(0)).toEqual(['db', 'every']);
  collections.close();
});
