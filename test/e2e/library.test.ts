import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {apply, type Event, GantryError, openWorkspace, plan} from '../../src/index.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

/** The place of a stack for the library, with an environment of its own. */
const placeOf = ({dir, home}: Stack) => ({
  directory: dir,
  env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry')},
});

const refusal = async (run: Promise<unknown>): Promise<GantryError> => {
  const error = await run.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GantryError);
  return error as GantryError;
};

onCluster('the library', (cluster) => {
  const {kubeconfigPath} = cluster;
  const stackOf = (files: Readonly<Record<string, unknown>> = {}) =>
    makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});

  it('a program plans, applies, observes and destroys the stack of a directory', async () => {
    const workspace = openWorkspace(placeOf(await stackOf(manifests(configMap('a', {a: '1'})))));
    expect((await workspace.plan()).summary).toMatchObject({create: 2});
    expect(await workspace.apply()).toMatchObject({kind: 'applied', phase: 'succeeded', release: {revision: 1}});
    expect(await workspace.apply()).toMatchObject({kind: 'unchanged'});
    expect(await workspace.status()).toMatchObject({healthy: true, summary: {ready: 1}});
    expect((await workspace.drift()).stacks).toMatchObject([{summary: {none: 1, changed: 0}}]);
    expect(await workspace.destroy()).toMatchObject({kind: 'applied', release: {operation: 'destroy'}});
  });

  it('a program applies resources in memory, and deletes what it no longer passes', async () => {
    const place = placeOf(await stackOf());
    const namespace = cluster.freshNamespace();
    const workspace = openWorkspace({...place, workspace: 'test'});
    const inMemory = {stack: 'shop/queue', namespace};
    const [first, second] = [configMap('first', {a: '1'}), configMap('second', {a: '1'})];
    await workspace.apply({...inMemory, resources: [first, {...second, immutable: undefined}]});
    const changed = await workspace.plan({...inMemory, resources: [first]});
    expect(changed.summary).toMatchObject({delete: 1, unchanged: 1});
    await workspace.apply({...inMemory, resources: [first]});
    const at = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    expect(await cluster.get(at('second'))).toBeUndefined();
    await workspace.destroy({stack: 'shop/queue'});
    expect(await cluster.get(at('first'))).toBeUndefined();
  });

  it('an iteration over a run returns its events until the run ends, and then the result is available', async () => {
    const run = apply(placeOf(await stackOf(manifests(configMap('a', {a: '1'})))));
    const seen: Event['type'][] = [];
    for await (const {type} of run) seen.push(type);
    expect(seen).toEqual(expect.arrayContaining(['workspace-chosen', 'plan-made', 'step-applied', 'release-recorded']));
    expect(await run).toMatchObject({kind: 'applied'});
    const late: Event[] = [];
    for await (const event of run) late.push(event);
    expect(late).toEqual([]);
  });

  it('a run whose objects fail rejects with the cause, after it was recorded', async () => {
    const web = deployment('web', {annotations: failing('image-pull')});
    const workspace = openWorkspace(placeOf(await stackOf(manifests(web))));
    const error = await refusal(workspace.apply({timeoutSeconds: 20}));
    expect(error.cause).toMatchObject({kind: 'applied', phase: 'failed', release: {revision: 1}});
    expect(error.message).toMatch(/^1 change failed\.\n.*web/);
    expect(error.code).toBe(error.failure.code);
    const run = plan({...placeOf(await stackOf()), stack: 'nope'});
    await expect(
      (async () => {
        for await (const _ of run);
      })(),
    ).rejects.toThrow(GantryError);
  });

  it('an aborted signal stops a run, which rejects as cancelled', async () => {
    const web = deployment('web', {annotations: failing('never-ready')});
    const place = placeOf(await stackOf(manifests(web)));
    const stop = new AbortController();
    const run = apply({...place, signal: stop.signal});
    const error = refusal(run);
    for await (const event of openIgnoring(run)) if (event.type === 'step-waiting') stop.abort();
    expect(await error).toMatchObject({code: 'cancelled', cause: {phase: 'interrupted'}});
  });

  it('errors and events contain no secret of the stack', async () => {
    const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 's'}, stringData: {password: 'hunter2-hunter2'}};
    const wrong = {...secret, metadata: {name: 's2'}, type: 'kubernetes.io/tls'};
    const run = apply(placeOf(await stackOf(manifests(secret, wrong))));
    const events: Event[] = [];
    const error = refusal(run);
    for await (const event of openIgnoring(run)) events.push(event);
    const {message, failure, stack} = await error;
    expect(JSON.stringify([events, message, failure, stack])).not.toContain('hunter2');
  });
});

/** Iterates over a run that may fail. Ignores the failure, which the test checks elsewhere. */
async function* openIgnoring(run: AsyncIterable<Event>): AsyncGenerator<Event> {
  try {
    yield* run;
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
  }
}

describe('the library and wrong input', () => {
  it.each([
    {parallelism: 0},
    {parallelism: Number.NaN},
    {timeoutSeconds: -1},
    {lockTimeoutSeconds: -1},
    {wait: false, rollbackOnFailure: true},
  ])('an apply with %o is refused', async (options) => {
    const error = await refusal(apply({...placeOf(await makeStack({kubeconfigPath: '/nowhere'})), ...options}));
    expect(error.code).toBe('input/usage');
  });

  it.each<{readonly name: string; readonly options: object; readonly says: string}>([
    {name: 'a misspelt option', options: {namspace: 'a'}, says: 'The option namspace does not exist.'},
    {
      name: 'a misspelt permission',
      options: {permissions: {allowDelet: ['all']}},
      says: 'The option permissions.allowDelet does not exist.',
    },
    {
      name: 'a text in place of a list',
      options: {permissions: {allowDelete: 'all'}},
      says: 'must be a list of strings',
    },
    {
      name: 'a text in place of objects',
      options: {resources: 'hello'},
      says: 'The option resources must be a list of objects.',
    },
    {
      name: 'null in place of an object',
      options: {resources: [null]},
      says: 'The option resources must be a list of objects.',
    },
    {name: 'a number in place of a name', options: {workspace: 5}, says: 'The option workspace must be a string.'},
    {name: 'a text in place of a number', options: {timeoutSeconds: '60'}, says: 'timeoutSeconds must be a number'},
  ])('$name is refused, although the program has no types', async ({options, says}) => {
    const error = await refusal(apply({...placeOf(await makeStack({kubeconfigPath: '/nowhere'})), ...options}));
    expect(error).toMatchObject({code: 'input/usage', message: expect.stringContaining(says)});
  });

  it('a program in a job for untrusted changes is refused', async () => {
    const place = placeOf(await makeStack({kubeconfigPath: '/nowhere'}));
    const error = await refusal(plan({...place, env: {...place.env, GANTRY_UNTRUSTED: '1'}}));
    expect(error).toMatchObject({code: 'untrusted/refused', message: expect.stringContaining('the library')});
  });

  it.each([
    {
      name: 'a stack without a project',
      request: {stack: 'queue', resources: []},
      says: 'stack: queue is not a valid name.',
    },
    {name: 'an empty list', request: {stack: 'a/b', resources: []}, says: 'resources: the list is empty'},
    {
      name: 'a date',
      request: {stack: 'a/b', resources: [{kind: 'ConfigMap', data: {at: new Date(0)}}]},
      says: 'resources[0].data.at has a value of type Date, which JSON cannot represent.',
    },
    {
      name: 'a number that is none',
      request: {stack: 'a/b', resources: [{spec: [Number.NaN]}]},
      says: 'resources[0].spec[0]',
    },
    {
      name: 'an object without a kind',
      request: {stack: 'a/b', resources: [{apiVersion: 'v1', metadata: {name: 'a'}}]},
      says: 'kind',
    },
    {
      name: 'a namespace with spaces',
      request: {stack: 'a/b', namespace: 'a b', resources: []},
      says: 'a b is not the name',
    },
  ])('$name is refused before anything is contacted', async ({request, says}) => {
    const stack = await makeStack({kubeconfigPath: '/nowhere'});
    const error = await refusal(plan({...placeOf(stack), workspace: 'test', ...request}));
    expect(JSON.stringify([error.message, error.failure])).toContain(says);
  });
});
