import {describe, expect, it} from 'vitest';
import {exportSandbox} from '../../../../src/app/sandbox/export-sandbox.ts';
import {resetSandbox} from '../../../../src/app/sandbox/reset-sandbox.ts';
import {sandboxStatus} from '../../../../src/app/sandbox/sandbox-status.ts';
import {type ServedSandbox, serveSandbox} from '../../../../src/app/sandbox/serve-sandbox.ts';
import {type FakeSandbox, fakeSandboxes} from '../../../rig/fake-sandboxes.ts';
import {failureOf, rig} from '../workspace/rig.ts';

const SECRET = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys', managedFields: []}, data: {key: 'Y2FuYXJ5'}};
const DAMAGED: FakeSandbox = {objects: [], damaged: true};
const served = {server: 'https://127.0.0.1:4711', pid: 42};

async function world(there: Readonly<Record<string, FakeSandbox>>) {
  const sandboxes = fakeSandboxes(there);
  const {deps} = await rig();
  return {deps: {...deps, sandboxes: async () => sandboxes}, sandboxes};
}

describe('sandbox status', () => {
  it('status lists all sandboxes by name, damaged or not, and the unused default one', async () => {
    const {deps, sandboxes} = await world({zoo: {objects: []}, demo: {objects: [SECRET], served}, bad: DAMAGED});
    const found = await sandboxStatus({}, deps);
    expect(found.sandboxes).toMatchObject([
      {name: 'bad', failure: {code: 'sandbox/damaged'}},
      {name: 'demo', objects: 1, served: {pid: 42}},
      {name: 'sandbox', bytes: 0},
      {name: 'zoo', objects: 0},
    ]);
    expect(sandboxes.did).toEqual([]);
  });

  it.each(['..', 'A', 'a/b', '-a', ''])('status refuses a name that would be another directory: %j', async (name) => {
    const {deps} = await world({});
    expect(await failureOf(sandboxStatus({name}, deps))).toMatchObject({code: 'input/usage'});
  });
});

describe('sandbox reset', () => {
  it.each([
    {
      what: 'asks, and empties it',
      there: {sandbox: {objects: [SECRET]}},
      yes: true,
      want: 'reset',
      did: ['reset sandbox'],
    },
    {what: 'leaves it after a no', there: {sandbox: {objects: [SECRET]}}, yes: false, want: 'declined', did: []},
    {what: 'empties one that is damaged', there: {sandbox: DAMAGED}, yes: true, want: 'reset', did: ['reset sandbox']},
    {what: 'has nothing to ask where there is none', there: {}, yes: false, want: 'absent', did: []},
  ])('reset of $what', async ({there, yes, want, did}) => {
    const {deps, sandboxes} = await world(there);
    expect(await resetSandbox({confirm: async () => yes}, deps)).toMatchObject({name: 'sandbox', outcome: want});
    expect(sandboxes.did).toEqual(did);
  });

  it('reset of a sandbox in use is refused before the prompt', async () => {
    const {deps, sandboxes} = await world({demo: {objects: [], served}});
    const confirm = () => Promise.reject(new Error('it asked'));
    expect(await failureOf(resetSandbox({name: 'demo', confirm}, deps))).toEqual({
      code: 'sandbox/in-use',
      name: 'demo',
      pid: 42,
    });
    expect(sandboxes.did).toEqual([]);
  });
});

describe('sandbox export', () => {
  it('export returns every object without managed fields, and the values of Secrets only on request', async () => {
    const {deps} = await world({sandbox: {objects: [SECRET]}});
    const {objects} = await exportSandbox({reveal: false}, deps);
    expect(objects).toEqual([{...SECRET, metadata: {name: 'keys'}, data: {key: '***'}}]);
    const revealed = await exportSandbox({reveal: true}, deps);
    expect(revealed.objects).toEqual([{...SECRET, metadata: {name: 'keys'}}]);
  });

  it('export leaves out the copy of a Secret that kubectl stores in an annotation', async () => {
    const annotations = {'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"key":"Y2FuYXJ5"}}', a: 'b'};
    const {deps} = await world({sandbox: {objects: [{...SECRET, metadata: {name: 'keys', annotations}}]}});
    const {objects} = await exportSandbox({reveal: false}, deps);
    expect(JSON.stringify(objects)).not.toContain('Y2FuYXJ5');
    expect(objects).toMatchObject([{metadata: {annotations: {a: 'b'}}}]);
  });

  it('export of an unused sandbox is an error', async () => {
    const {deps} = await world({});
    expect(await failureOf(exportSandbox({name: 'demo', reveal: false}, deps))).toMatchObject({
      code: 'input/usage',
      message: 'there is no sandbox demo: no command has used it',
    });
  });
});

describe('sandbox serve', () => {
  it('serve reports its address, and lasts until the run is interrupted', async () => {
    const {deps, sandboxes} = await world({});
    const interrupt = new AbortController();
    const told = Promise.withResolvers<ServedSandbox>();
    let over = false;
    const serving = serveSandbox(
      {name: 'demo', onServed: async (is) => told.resolve(is)},
      {...deps, signal: interrupt.signal},
    ).then(() => (over = true));
    expect(await told.promise).toEqual({formatVersion: 1, name: 'demo', server: 'https://127.0.0.1:4711', owner: true});
    expect([over, sandboxes.did]).toEqual([false, ['open demo']]);
    interrupt.abort('SIGINT');
    expect(await serving).toBe(true);
  });
});
