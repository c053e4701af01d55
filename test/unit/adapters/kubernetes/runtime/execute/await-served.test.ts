import {expect, it} from 'vitest';
import type {KubernetesClient} from '../../../../../../src/adapters/kubernetes/runtime/client/client.ts';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {awaitServed} from '../../../../../../src/adapters/kubernetes/runtime/execute/await-served.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import {widgetDefinition} from '../../../../../rig/objects.ts';
import {stoppedClock} from '../../../../../rig/stopped-clock.ts';
import {plannedObject, stepRun} from './fake-objects.ts';

/** A server that answers a list of widgets with these codes, one after another. */
function server(codes: readonly number[]) {
  const [left, asked] = [[...codes], [] as string[]];
  const client = {
    send: ({path}: {readonly path: string}) => {
      asked.push(`list ${path}`);
      const status = left.shift() ?? 404;
      const facts = {status, warnings: [], resent: false};
      const no = {...facts, ok: false, refusal: refusalOf(status, {kind: 'Status', message: 'no'})};
      return Promise.resolve(status === 200 ? {...facts, ok: true, headers: {}, body: {}} : no);
    },
    discovery: {refresh: (apiVersion: string) => Promise.resolve(asked.push(`refresh ${apiVersion}`))},
  } as unknown as KubernetesClient;
  return {session: {client, clock: stoppedClock()}, asked};
}

const {target} = plannedObject('create');
const written = widgetDefinition({group: 'example.dev'});

it.each([
  {name: 'whose objects can be listed', codes: [404, 404, 200], lists: 3},
  {name: 'whose objects we must not list', codes: [404, 403], lists: 2},
])('a CRD $name is served, and its group is looked up again', async ({codes, lists}) => {
  const {session, asked} = server(codes);
  expect(await awaitServed(session, {target, written, run: stepRun()})).toBeUndefined();
  const list = 'list /apis/example.dev/v1/widgets';
  expect(asked).toEqual([...Array.from({length: lists}, () => list), 'refresh example.dev/v1']);
});

it('a CRD that is never served is not ready when its time is over', async () => {
  const {session} = server([]);
  expect(await awaitServed(session, {target, written, run: stepRun()})).toMatchObject({
    code: 'object/not-ready',
    detail: 'the server does not serve widgets of example.dev/v1 yet',
  });
});

it.each([
  {
    name: 'an interrupt',
    reason: 'SIGTERM',
    want: {code: 'cancelled', signal: 'SIGTERM'},
  },
  {
    name: 'a lock that was lost',
    reason: new GantryError({code: 'release/lease-lost', detail: 'gone'}),
    want: {code: 'release/lease-lost', detail: 'gone'},
  },
])('$name ends the wait with an answer: what was written is still to be recorded', async ({reason, want}) => {
  const {session} = server([]);
  const signal = AbortSignal.abort(reason);
  const clock = {...session.clock, sleep: () => Promise.reject(new Error('The operation was aborted'))};
  expect(await awaitServed({...session, clock}, {target, written, run: {...stepRun(), signal}})).toEqual(want);
});

it('a server that is gone ends the wait with an answer, too', async () => {
  const failure = {code: 'cluster/unreachable', server: 'https://x', detail: 'ECONNREFUSED'} as const;
  const {session} = server([]);
  const client = {...session.client, send: () => Promise.reject(new GantryError(failure))};
  expect(await awaitServed({...session, client}, {target, written, run: stepRun()})).toEqual(failure);
});
