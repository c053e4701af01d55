import {cp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Refused = {readonly error: {readonly code: string; readonly message: string; readonly hint?: string}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData: {password},
});

onCluster('a backend that is older than the cluster', (cluster) => {
  const started = (...objects: readonly JsonObject[]) =>
    makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(...objects),
    });

  async function apply(stack: Stack, ...objects: readonly JsonObject[]): Promise<void> {
    await stack.write(manifests(...objects));
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
  }

  const stateOf = ({home}: Stack) => join(home, '.gantry');
  /** Keeps the backend. Later writes are in a later second: the times of writes are whole seconds. */
  async function keep(stack: Stack): Promise<void> {
    await cp(stateOf(stack), join(stack.home, 'kept'), {recursive: true});
    await delay(1000 - (Date.now() % 1000));
  }

  /** Puts an older backend back for a machine that has never seen the newer one. */
  async function putBack(stack: Stack): Promise<void> {
    await rm(stateOf(stack), {recursive: true});
    await cp(join(stack.home, 'kept'), stateOf(stack), {recursive: true});
    await rm(join(stateOf(stack), 'seen'), {recursive: true, force: true});
  }

  it.each([
    {
      name: 'a changed value',
      before: [configMap('settings', {size: '1'})],
      after: [configMap('settings', {size: '2'})],
      shows: 'data.size',
    },
    {
      name: 'a changed secret',
      before: [secret('first')],
      after: [secret('second')],
      shows: 'data.password',
    },
    {
      name: 'a changed field of a workload',
      before: [deployment('web'), configMap('settings', {size: '1'})],
      after: [deployment('web', {image: 'registry.example/web:2'}), configMap('settings', {size: '1'})],
      shows: 'image',
    },
  ])('a new machine refuses a plan on an older backend: $name', async ({before, after, shows}) => {
    const stack = await started(...before);
    await apply(stack, ...before);
    await keep(stack);
    await apply(stack, ...after);
    expect(await pendingChanges(stack)).toEqual([]);
    await putBack(stack);
    for (const args of [['preview'], ['apply', '--yes'], ['preview', '--revision', 'current']]) {
      const {code, document, stderr} = await stack.json<Refused>(args);
      expect({code, of: document.error?.code}, `${args.join(' ')} ${stderr}`).toEqual({
        code: 5,
        of: 'release/untrusted',
      });
      expect(document.error.message).toContain('older than the cluster');
      expect(document.error.message).toContain(shows);
      expect(document.error.message).not.toContain('second');
      expect(document.error.hint).toContain('gantry release rebuild');
    }
    // A person who has lost the newer documents takes the record from the cluster.
    const rebuilt = await stack.gantry(['release', 'rebuild', '--force', '--yes']);
    expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
  });

  it('a new machine refuses an older backend when an older release is applied again, and a field was added since', async () => {
    const stack = await started(configMap('settings', {size: '1'}));
    await apply(stack, configMap('settings', {size: '1'}));
    await keep(stack);
    await apply(stack, configMap('settings', {size: '1', colour: 'red'}));
    await putBack(stack);
    const {code, document} = await stack.json<Refused>(['preview', '--revision', 'current']);
    expect({code, of: document.error?.code}).toEqual({code: 5, of: 'release/untrusted'});
    expect(document.error.message).toContain('data.colour');
  });

  it('a rollback and a restored backend are not taken for an older backend', async () => {
    const stack = await started(configMap('settings', {size: '1'}));
    await apply(stack, configMap('settings', {size: '1'}));
    await apply(stack, configMap('settings', {size: '2'}));
    const back = await stack.gantry(['release', 'rollback', '--yes']);
    expect(back, back.stderr).toMatchObject({code: 0});
    await stack.write(manifests(configMap('settings', {size: '1'})));
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0});
    const file = join(stack.dir, 'state.gantry-backup');
    const made = await stack.gantry(['backend', 'backup', file, '--allow-plaintext']);
    expect(made, made.stderr).toMatchObject({code: 0});
    await apply(stack, configMap('settings', {size: '3'}));
    const restored = await stack.gantry(['backend', 'restore', file, '--replace', '--yes', '--allow-plaintext']);
    expect(restored, restored.stderr).toMatchObject({code: 0});
    const preview = await stack.gantry(['preview']);
    expect(preview, preview.stderr).toMatchObject({code: 0});
    expect(preview.stdout + preview.stderr).toContain('restored from a backup');
  });
});
