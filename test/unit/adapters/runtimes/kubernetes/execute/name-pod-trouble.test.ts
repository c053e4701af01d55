import {expect, it} from 'vitest';
import type {ListReply, ListRequest} from '../../../../../../src/adapters/runtimes/kubernetes/client/objects.ts';
import {namePodTrouble} from '../../../../../../src/adapters/runtimes/kubernetes/execute/name-pod-trouble.ts';
import {type Failure, GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

const NOT_READY: Failure = {code: 'object/not-ready', resource: 'web', detail: 'Available: 0/1', seconds: 5};

const workload = (selector: JsonObject, kind = 'Deployment'): JsonObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: {name: 'web', namespace: 'shop'},
  spec: {selector},
});
const web = workload({matchLabels: {app: 'web'}});

const pod = (name: string, creationTimestamp: string, reason: string, more: JsonObject = {}): JsonObject => ({
  metadata: {name, creationTimestamp, ...more},
  status: {containerStatuses: [{name: 'app', state: {waiting: {reason}}}]},
});

function answering(answer: () => ListReply) {
  const asked: ListRequest[] = [];
  return {asked, list: async (request: ListRequest) => (asked.push(request), answer())};
}
const pods = (...items: readonly JsonObject[]) => answering(() => ({ok: true, items, resourceVersion: '1'}));

async function named(client: ReturnType<typeof pods>, failure = NOT_READY, object = web) {
  return namePodTrouble(client, {failure, workload: object, signal: new AbortController().signal});
}

it('adds what the newest pod says that is not on its way out', async () => {
  const client = pods(
    pod('web-b', '2026-01-02T00:00:00Z', 'ImagePullBackOff'),
    pod('web-a', '2026-01-01T00:00:00Z', 'CrashLoopBackOff'),
    pod('web-c', '2026-01-03T00:00:00Z', 'Other', {deletionTimestamp: '2026-01-03T00:00:01Z'}),
  );
  expect(await named(client)).toEqual({...NOT_READY, detail: 'Available: 0/1; pod web-b: ImagePullBackOff'});
  expect(client.asked).toMatchObject([{namespace: 'shop', labelSelector: 'app=web', retry: {attempts: 1}}]);
});

it('selects as the workload does', async () => {
  const client = pods();
  const matchExpressions = [
    {key: 'tier', operator: 'In', values: ['a', 'b']},
    {key: 'old', operator: 'DoesNotExist'},
    {key: 'env', operator: 'NotIn', values: ['dev']},
    {key: 'x', operator: 'Exists'},
  ];
  await named(client, NOT_READY, workload({matchLabels: {app: 'web'}, matchExpressions}, 'StatefulSet'));
  expect(client.asked[0]?.labelSelector).toBe('app=web,tier in (a,b),!old,env notin (dev),x');
});

const REFUSED: ListReply = {
  ok: false,
  status: 403,
  warnings: [],
  resent: false,
  refusal: {kind: 'forbidden', by: 'authorization', status: 403, reason: 'Forbidden', message: 'no', causes: []},
};
const unreachable = () => {
  throw new GantryError({code: 'cluster/unreachable', server: 'x', detail: 'gone'});
};

it.each([
  ['pods may not be listed', answering(() => REFUSED)],
  ['the server is gone', answering(unreachable)],
  ['there is no pod', pods()],
])('leaves the failure as it is when %s', async (_when, client) => {
  expect(await named(client)).toEqual(NOT_READY);
});

it('asks nothing about other failures, other kinds and without a selector', async () => {
  const client = pods(pod('web-a', '2026-01-01T00:00:00Z', 'CrashLoopBackOff'));
  await named(client, {code: 'cancelled', signal: 'SIGINT'});
  await named(client, NOT_READY, {...web, kind: 'ConfigMap'});
  await named(client, NOT_READY, workload({}));
  expect(client.asked).toEqual([]);
});
