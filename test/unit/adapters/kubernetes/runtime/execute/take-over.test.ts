import {expect, it} from 'vitest';
import {writeObject} from '../../../../../../src/adapters/kubernetes/runtime/execute/write-object.ts';
import type {TakingOver} from '../../../../../../src/adapters/kubernetes/runtime/plan/take-over.ts';
import {GantryError} from '../../../../../../src/core/failure/failure.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';
import {DEDUCED} from '../../../../../../src/kubernetes/fields/schema.ts';
import {takeOver} from '../../../../../../src/kubernetes/plan/take-over.ts';
import {ID, liveObject, no, ok, plannedObject, scripted, stepRun} from './fake-objects.ts';

const desired = plannedObject('adopt').target.desired;

const taking: TakingOver = {
  of: (live) => takeOver({live, desired, schema: DEDUCED, adopting: true, released: undefined}),
  adopting: true,
  note: undefined,
  timid: undefined,
};

/** As Kusion made it. */
const theirs = (resourceVersion: string, data: JsonObject = {a: '1', b: '2'}): JsonObject =>
  withManagers(liveObject(resourceVersion, {data}), [
    {manager: 'kusion', operation: 'Update', apiVersion: 'v1', fieldsV1: {'f:data': {'f:a': {}, 'f:b': {}}}},
  ]);

const withManagers = (object: JsonObject, managedFields: readonly JsonObject[]): JsonObject => ({
  ...object,
  metadata: {...(object['metadata'] as JsonObject), managedFields},
});

const united = (resourceVersion: string): JsonObject =>
  withManagers(theirs(resourceVersion), taking.of(theirs('1'))?.managedFields ?? []);

const adopted = (live = theirs('1')) => plannedObject('adopt', {live, takeOver: taking});

const versionOf = (object: JsonObject | undefined): unknown =>
  (object?.['metadata'] as JsonObject | undefined)?.['resourceVersion'];

const testFailed = no(422, 'Invalid', 'the server rejected our request due to an error in our request');

it('first makes the fields of the older manager ours, at the version that the plan saw, then applies at the new one', async () => {
  const {session, patched, applied} = scripted([ok(united('2')), ok(liveObject('3'))]);
  const run = stepRun();
  expect(await writeObject(session, adopted(), run)).toMatchObject({kind: 'done'});
  expect(patched[0]?.operations).toEqual([
    {op: 'test', path: '/metadata/uid', value: 'u1'},
    {op: 'test', path: '/metadata/resourceVersion', value: '1'},
    {
      op: 'replace',
      path: '/metadata/managedFields',
      value: [
        {
          manager: 'gantry',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: {'f:data': {'f:a': {}, 'f:b': {}}},
        },
      ],
    },
  ]);
  expect(patched[0]).toMatchObject({timeoutMs: 500});
  expect(versionOf(applied[0]?.object)).toBe('2');
});

it('an object whose status moved is taken over at its new version', async () => {
  const {session, server, patched} = scripted([testFailed, ok(united('5')), ok(liveObject('6'))]);
  server.objects.set('settings', theirs('4'));
  expect(await writeObject(session, adopted(), stepRun())).toMatchObject({kind: 'done'});
  expect(patched[1]?.operations).toContainEqual({op: 'test', path: '/metadata/resourceVersion', value: '4'});
});

it('an object whose values moved is left alone', async () => {
  const {session, server, applied} = scripted([testFailed]);
  server.objects.set('settings', theirs('4', {a: 'edited'}));
  const result = await writeObject(session, adopted(), stepRun());
  expect(result).toMatchObject({kind: 'failed', failure: {code: 'plan/stale', resource: ID}});
  expect(applied).toEqual([]);
});

it('a take-over continues after an earlier attempt whose answer was lost', async () => {
  const lost = no(422, 'Invalid', 'the test failed', true);
  const {session, server, applied} = scripted([lost, ok(liveObject('3'))]);
  server.objects.set('settings', united('2'));
  expect(await writeObject(session, adopted(), stepRun())).toMatchObject({kind: 'done'});
  expect(versionOf(applied[0]?.object)).toBe('2');
});

it('a patch that the server refuses ends the step with its words', async () => {
  const {session, server, applied} = scripted([no(403, 'Forbidden', 'denied the request: no')]);
  server.objects.set('settings', theirs('1'));
  expect(await writeObject(session, adopted(), stepRun())).toMatchObject({
    kind: 'failed',
    failure: {code: 'object/write-refused', detail: expect.stringContaining('denied the request')},
  });
  expect(applied).toEqual([]);
});

it('a run whose apply is refused after the patch has written something', async () => {
  const {session} = scripted([ok(united('2')), no(403, 'Forbidden', 'denied the request: no')]);
  expect(await writeObject(session, adopted(), stepRun())).toMatchObject({kind: 'failed', maybeWritten: true});
});

it('a run whose patch is refused has written nothing', async () => {
  const {session, server} = scripted([no(403, 'Forbidden', 'denied the request: no')]);
  server.objects.set('settings', theirs('1'));
  expect(await writeObject(session, adopted(), stepRun())).not.toHaveProperty('maybeWritten');
});

it('a take-over does not begin without the lock', async () => {
  const {session} = scripted([ok(united('2'))]);
  const beforeWrite = async () => {
    throw new GantryError({code: 'release/lease-lost', detail: 'too little is left'});
  };
  await expect(writeObject(session, adopted(), stepRun({beforeWrite}))).rejects.toThrow(GantryError);
});
