import {expect, it} from 'vitest';
import type {ListReply, ListRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import type {WatchEvent, WatchRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/watch.ts';
import {openCollections} from '../../../../../../src/adapters/kubernetes/runtime/execute/follow-collection.ts';
import {lookAtPods} from '../../../../../../src/adapters/kubernetes/runtime/execute/look-at-pods.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';

const workload = (name = 'web', observedGeneration = 1): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {name, namespace: 'shop', uid: name, generation: 1},
  spec: {replicas: 1, selector: {matchLabels: {app: name}}},
  status: {observedGeneration},
});
const pod = (state: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: {name: 'web-0', uid: 'p', ownerReferences: [{controller: true, uid: 'web'}]},
  status: {phase: 'Running', containerStatuses: [{name: 'app', state}], ...more},
});
const NO_IMAGE = pod({waiting: {reason: 'ErrImagePull', message: 'not found'}});
const NO_NODE = pod(
  {},
  {phase: 'Pending', conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable'}]},
);
const RUNS = pod({running: {}});

/** A server with these pods; `show` sends a change to every watch of pods. */
function server({
  pods = [],
  events = [],
  deny = false,
}: {
  pods?: readonly JsonObject[];
  events?: readonly JsonObject[];
  deny?: boolean;
}) {
  const [lists, watches]: [ListRequest[], WatchRequest[]] = [[], []];
  const senders: ((event: WatchEvent) => void)[] = [];
  return {
    lists,
    watches,
    show: (object: JsonObject) => {
      for (const send of senders) send({type: 'modified', object});
    },
    client: {
      list: async (request: ListRequest): Promise<ListReply> => {
        lists.push(request);
        const refusal = refusalOf(403, {kind: 'Status', message: 'User "x" cannot list resource'});
        if (deny) return {ok: false, status: 403, warnings: [], resent: false, refusal};
        const items = {pods, events}[request.resource.resource] ?? [];
        return {ok: true, items, resourceVersion: '1'};
      },
      watch: async function* (request: WatchRequest): AsyncGenerator<WatchEvent, void> {
        watches.push(request);
        const queue: WatchEvent[] = [];
        let wake = () => {};
        if (request.resource.resource === 'pods') senders.push((event) => (queue.push(event), wake()));
        request.signal.addEventListener('abort', () => wake());
        while (!request.signal.aborted) {
          const event = queue.shift();
          if (event === undefined) await new Promise<void>((resolve) => (wake = resolve));
          else yield event;
        }
      },
    },
  };
}

function looking(given: Parameters<typeof server>[0], object = workload(), {theirs = false} = {}) {
  const clock = handClock();
  const api = server(given);
  const collections = openCollections({client: api.client, clock});
  const said: string[] = [];
  let before = 'fine';
  const say = (text: string): void => {
    if (text !== before) said.push(text);
    before = text;
  };
  const client = api.client as unknown as Parameters<typeof lookAtPods>[0]['client'];
  const hub = {observe: () => () => {}, follow: collections.follow, close: collections.close};
  const look = (of = object) =>
    lookAtPods(
      {client, hub, clock},
      {
        workload: () => of,
        onProblem: (problem) => say(problem === undefined ? 'fine' : `sees: ${problem.cause}`),
        ...(theirs ? {} : {onDoomed: (problem) => say(`gives up: ${problem.cause}`)}),
        onFailed: (error) => say(`bug: ${String(error)}`),
      },
    );
  return {clock, api, said, look};
}

it('a workload that is ready within a moment causes no request', async () => {
  const {clock, api, look} = looking({pods: [NO_IMAGE]});
  const first = look();
  await clock.advance(2_900);
  first?.stop();
  await clock.advance(60_000);
  expect(api.lists).toEqual([]);
});

it('a wait gives up after the grace period of a problem, and ends the watches of its pods', async () => {
  const {clock, api, said, look} = looking({pods: [NO_IMAGE]});
  const first = look();
  await clock.advance(4_000);
  expect(said).toEqual(['sees: image']);
  await clock.advance(10_000);
  expect(said).toEqual(['sees: image', 'gives up: image']);
  first?.stop();
  expect(api.watches.map(({signal}) => signal.aborted)).toEqual([true, true]);
});

it('a workload that has recovered does not fail', async () => {
  const {clock, api, said, look} = looking({pods: [NO_IMAGE]});
  const first = look();
  await clock.advance(8_000);
  api.show(RUNS);
  await clock.advance(600_000);
  expect(said).toEqual(['sees: image', 'fine']);
  first?.stop();
});

it('pods are not judged before the controller has observed the template', async () => {
  const {clock, said, look} = looking({pods: [pod({waiting: {reason: 'InvalidImageName'}})]}, workload('web', 0));
  const first = look();
  await clock.advance(60_000);
  expect(said).toEqual([]);
  first?.stop();
});

it.each([
  ['a wait gives up on a pod that no node accepts', [], 'gives up: unschedulable'],
  [
    'a wait leaves an unschedulable pod to an autoscaler that adds a node',
    [{reason: 'TriggeredScaleUp'}],
    'sees: unschedulable',
  ],
])('%s', async (_title, events, want) => {
  const {clock, said, look} = looking({pods: [NO_NODE], events});
  const first = look();
  await clock.advance(600_000);
  expect(said.at(-1)).toBe(want);
  first?.stop();
});

it.each([
  ['a wait gives up on a pod whose volume is not mounted', '2026-01-01T00:00:05Z', 'gives up: config'],
  ['a wait lets a pod pull its image when its volume is mounted', '2026-01-01T00:00:20Z', 'sees: config'],
])('%s', async (_title, pulls, want) => {
  const about = {involvedObject: {kind: 'Pod', name: 'web-0', uid: 'p'}};
  const told = {type: 'Warning', reason: 'FailedMount', message: 'configmap "a" not found'};
  const events = [
    {...about, ...told, metadata: {name: 'e1'}, lastTimestamp: '2026-01-01T00:00:10Z'},
    {...about, type: 'Normal', reason: 'Pulling', metadata: {name: 'e2'}, lastTimestamp: pulls},
  ];
  const creating = pod({waiting: {reason: 'ContainerCreating'}}, {phase: 'Pending'});
  const {clock, said, look} = looking({pods: [creating], events});
  const first = look();
  await clock.advance(600_000);
  expect(said.at(-1)).toBe(want);
  first?.stop();
});

it('problems and their end are still reported where a health rule decides about failure', async () => {
  const {clock, api, said, look} = looking({pods: [NO_IMAGE]}, workload(), {theirs: true});
  const first = look();
  await clock.advance(60_000);
  api.show(RUNS);
  await clock.advance(60_000);
  expect(said).toEqual(['sees: image', 'fine']);
  first?.stop();
});

it('a user without permission to list pods gets no report and causes no more requests', async () => {
  const {clock, api, said, look} = looking({deny: true});
  const first = look();
  await clock.advance(600_000);
  expect(said).toEqual([]);
  expect(api.lists).toHaveLength(2);
  first?.stop();
});

it('200 workloads of a namespace share a few watches', async () => {
  const {clock, api, look} = looking({});
  const looks = Array.from({length: 200}, (_, n) => look(workload(`web-${n}`)));
  await clock.advance(10_000);
  expect(api.watches.length).toBeLessThanOrEqual(12);
  expect(api.lists.length).toBeLessThanOrEqual(12);
  for (const one of looks) one?.stop();
  expect(api.watches.every(({signal}) => signal.aborted)).toBe(true);
});

it('a kind without pods is not looked at', () => {
  expect(looking({}).look({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}})).toBeUndefined();
});
