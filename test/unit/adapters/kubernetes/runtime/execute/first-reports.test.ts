import {expect, it} from 'vitest';
import {awaitWritten} from '../../../../../../src/adapters/kubernetes/runtime/execute/await-written.ts';
import {firstReports} from '../../../../../../src/adapters/kubernetes/runtime/execute/first-reports.ts';
import {openWatchHub} from '../../../../../../src/adapters/kubernetes/runtime/execute/watch-hub.ts';
import type {Target} from '../../../../../../src/adapters/kubernetes/runtime/plan/target.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {openApiSchemas} from '../../../../../../src/kubernetes/fields/openapi.ts';
import {DEDUCED} from '../../../../../../src/kubernetes/fields/schema.ts';
import {engineReadiness} from '../../../../../../src/kubernetes/readiness/engine-readiness.ts';
import {handClock} from '../../../../../rig/hand-clock.ts';
import {fakeServer} from './fake-watch.ts';

const resource = {
  apiVersion: 'db.example.com/v1',
  kind: 'Database',
  resource: 'databases',
  namespaced: true,
  verbs: [],
};
const conditions = {type: 'array', items: {type: 'object', properties: {type: {type: 'string'}}}};

function schemaWith(status: JsonObject, name = 'com.example.db.v1.Database') {
  const gvk = {group: 'db.example.com', version: 'v1', kind: 'Database'};
  const own = {type: 'object', properties: {status}, 'x-kubernetes-group-version-kind': [gvk]};
  return openApiSchemas({components: {schemas: {[name]: own}}})(gvk) ?? DEDUCED;
}
const reporting = schemaWith({type: 'object', properties: {conditions}});

const database = (name: string, resourceVersion: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'db.example.com/v1',
  kind: 'Database',
  metadata: {name, namespace: 'shop', uid: `u-${name}`, resourceVersion, generation: 1},
  ...more,
});
const ready = (status: string): JsonObject => ({
  status: {conditions: [{type: 'Ready', status, reason: 'R', message: 'm'}]},
});

type Given = {readonly schema?: typeof reporting; readonly extra?: Readonly<Record<string, readonly string[]>>};

function run({schema = reporting, extra = {}}: Given = {}) {
  const server = fakeServer();
  const clock = handClock();
  const whoAmI = async () => ({username: 'me', groups: [], extra});
  const client = {...server.client, whoAmI} as never;
  const hub = openWatchHub({client: server.client, clock, lineage: 'abc'});
  const readiness = (_: string, object: JsonObject) => engineReadiness(object, clock.now());
  const session = {client, hub, clock, readiness, firstReports: firstReports({client, clock})};
  const freed: string[] = [];
  const ended: string[] = [];
  const apply = async (name: string, more: JsonObject = {}, timeoutMs = 600_000): Promise<string> => {
    const written = database(name, '5', more);
    server.objects.set(name, written);
    const identity = {group: 'db.example.com', kind: 'Database', namespace: 'shop', name};
    const target = {kind: {resource, schema, planned: false}, identity, resource: {id: name}} as unknown as Target;
    const said: string[] = [];
    const outcome = await awaitWritten(session, {
      target,
      written,
      run: {
        signal: new AbortController().signal,
        timeoutMs,
        onWaiting: (message: string) => said.push(message),
        freeSlot: () => freed.push(name),
      } as never,
    });
    ended.push(name);
    return 'failure' in outcome ? outcome.failure.code : 'ready';
  };
  return {server, clock, apply, freed, ended};
}

it('a custom resource is ready when its controller says so, not when it was written', async () => {
  const {server, clock, apply, ended, freed} = run();
  const opened = server.nextWatch();
  const outcome = apply('a');
  const {send} = await opened;
  await clock.advance(2_000);
  send({type: 'modified', object: database('a', '6', ready('False'))});
  await clock.advance(60_000);
  expect(ended).toEqual([]);
  send({type: 'modified', object: database('a', '7', ready('True'))});
  expect(await outcome).toBe('ready');
  expect(freed).toEqual(['a']);
});

it('a kind without a controller is waited for 5 s once', async () => {
  const {server, clock, apply, ended} = run();
  const opened = server.nextWatch();
  const [a, b] = [apply('a'), apply('b')];
  await opened;
  await clock.advance(4_900);
  expect(ended).toEqual([]);
  await clock.advance(200);
  expect(await Promise.all([a, b])).toEqual(['ready', 'ready']);
  expect(await apply('c')).toBe('ready');
});

it('a kind whose controller reports on one object is waited for again', async () => {
  const {server, clock, apply, ended} = run();
  const opened = server.nextWatch();
  const first = apply('a');
  (await opened).send({type: 'modified', object: database('a', '6', ready('True'))});
  expect(await first).toBe('ready');
  await clock.advance(60_000);
  const second = apply('b');
  await clock.advance(0);
  expect(ended).toEqual(['a']);
  await clock.advance(6_000);
  expect(await second).toBe('ready');
});

it('a run with little time does not fail for a controller that never reports', async () => {
  const {server, clock, apply} = run();
  const opened = server.nextWatch();
  const outcome = apply('a', {}, 2_000);
  await opened;
  await clock.advance(1_000);
  expect(await outcome).toBe('ready');
});

it.each([
  {name: 'a kind whose status has no conditions', given: {schema: schemaWith({type: 'object', properties: {}})}},
  {
    name: 'a kind whose status may be anything',
    given: {schema: schemaWith({type: 'object', 'x-kubernetes-preserve-unknown-fields': true})},
  },
  {
    name: 'a kind of Kubernetes itself',
    given: {schema: schemaWith({type: 'object', properties: {conditions}}, 'io.k8s.api.db.v1.Database')},
  },
  {name: 'a kind without a schema', given: {schema: DEDUCED}},
  {name: 'a kind of a sandbox', given: {extra: {'gantry.dev/sandbox': ['true']}}},
  {name: 'an object that has a condition', given: {}, more: {status: {conditions: [{type: 'Other', status: 'True'}]}}},
])('$name is not waited for', async ({given, more}) => {
  const {apply, freed} = run(given);
  expect(await apply('a', more)).toBe('ready');
  expect(freed).toEqual([]);
});

it('a server that does not return the user is not a sandbox, and the write does not fail', async () => {
  let asked = 0;
  const whoAmI = async () => {
    asked += 1;
    throw new GantryError({code: 'cluster/unreachable', server: 'https://h', detail: 'no answer in 5 s'});
  };
  const reports = firstReports({client: {whoAmI}, clock: handClock()});
  const kind = {resource, schema: reporting};
  const readiness = (_: string, object: JsonObject) => engineReadiness(object, new Date(0));
  for (const name of ['a', 'b']) {
    const about = {kind, id: name, written: database(name, '1'), readiness} as never;
    await expect(reports.about(about)).resolves.toMatchObject({isExpected: expect.any(Function)});
  }
  expect(asked).toBe(1);
});
