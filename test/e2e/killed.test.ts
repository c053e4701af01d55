import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {lockKey} from '../../src/core/release/keys.ts';
import {decodeLock, encodeLock} from '../../src/core/release/lock.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';
import {seriesOf} from './support/agreement.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/gantry.js');

onCluster('a killed run', (cluster) => {
  it('the next apply continues a killed run without any other command, and destroy leaves nothing', async () => {
    const namespace = cluster.freshNamespace();
    const many = Array.from({length: 30}, (_, i) => configMap(`part-${i}`, {a: `${i}`}));
    const slow = deployment('web', {annotations: failing('never-ready')});
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: manifests(slow, ...many),
    });
    // All of the first five are there by then: that five of thirty go is no reason to ask, though no record counts them.
    await killedWhen(stack, ...[0, 1, 2, 3, 4].map((i) => new RegExp(`^created .*:part-${i} `, 'm')));

    const {document} = await stack.json<Plan>(['preview']);
    const {lineage} = document;
    await stack.write(manifests(deployment('web'), ...many.slice(5)));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await labelled(lineage, 'configmaps', namespace)).toHaveLength(25);

    await destroyed(stack);
    expect(await labelled(lineage, 'configmaps', namespace)).toEqual([]);
    expect(await labelled(lineage, 'deployments', namespace)).toEqual([]);
  });

  it('a run that is killed at its start leaves a stack that can be destroyed at once', async () => {
    const namespace = cluster.freshNamespace();
    const many = Array.from({length: 30}, (_, i) => configMap(`part-${i}`, {a: `${i}`}));
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: manifests(...many)});
    await killedWhen(stack, /^created /m);
    const {lineage} = (await stack.json<Plan>(['preview'])).document;
    await destroyed(stack);
    expect(await labelled(lineage, 'configmaps', namespace)).toEqual([]);
  });

  it('the next apply takes over the lock of a run that died on another machine after its lease, without unlock', async () => {
    const namespace = cluster.freshNamespace();
    const many = Array.from({length: 10}, (_, i) => configMap(`part-${i}`, {a: `${i}`}));
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: manifests(...many)});
    await killedWhen(stack, /^created /m);
    const backend = localBackend({directory: join(stack.home, '.gantry')});
    const {lineage = ''} = await seriesOf(stack);
    const stored = await backend.get(lockKey(lineage));
    if (stored === undefined) throw new Error('no lock was left');
    const lock = decodeLock(lockKey(lineage), stored.value);
    if (lock.state !== 'held') throw new Error('it was given back');
    const elsewhere = {...lock, durationMs: 3_000, holder: {...lock.holder, host: 'far-away', bootId: 'another'}};
    await backend.put(lockKey(lineage), encodeLock(elsewhere), stored.version);

    const early = await stack.json(['apply', '--yes', '--lock-timeout', '0']);
    expect(early).toMatchObject({code: 5, document: {error: {code: 'release/locked'}}});
    const ran = await stack.gantry(['apply', '--yes', '--lock-timeout', '60']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stderr).toContain('far-away');
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await labelled(lineage, 'configmaps', namespace)).toEqual([]);
  });

  async function labelled(lineage: string, plural: string, namespace: string): Promise<readonly unknown[]> {
    const {client} = cluster;
    const apps = plural === 'deployments';
    const reply = await client.list({
      resource: {
        apiVersion: apps ? 'apps/v1' : 'v1',
        kind: apps ? 'Deployment' : 'ConfigMap',
        resource: plural,
        namespaced: true,
        verbs: [],
      },
      namespace,
      labelSelector: `gantry.dev/lineage=${lineage}`,
    });
    if (!reply.ok) throw new Error(reply.refusal.message);
    return reply.items;
  }
});

/** Runs the program itself in a process of its own, and kills that without a warning when it has said all of that. */
async function killedWhen({dir, home}: Stack, ...said: readonly RegExp[]): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'apply', '--yes'], {
    cwd: dir,
    env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...TESTED_PROGRAM},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    stderr += text;
    if (said.every((one) => one.test(stderr))) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal, stderr).toBe('SIGKILL');
}
