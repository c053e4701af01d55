import {randomBytes} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {once} from '../../src/lib/once.ts';
import {canary, plainCanary} from '../rig/canaries.ts';
import type {Ref} from '../rig/cluster.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap, deployment, failing, manifests, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

/** A kind whose status says what a test wants it to. */
const group = `said-${randomBytes(3).toString('hex')}.example`;
const apiVersion = `${group}/v1`;
const definition = widgetDefinition({
  group,
  kind: 'Base',
  schema: {type: 'object', properties: {size: {type: 'integer'}}},
  status: true,
});

onCluster('secrets in texts of running objects', (cluster) => {
  const {kubeconfigPath} = cluster;
  const defined = once(async () => {
    await cluster.create(definition);
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `bases.${group}`,
    });
    const served = async () => {
      await cluster.client.discovery.refresh(apiVersion);
      return cluster.client.discovery.resourceFor({apiVersion, kind: 'Base'});
    };
    await expect.poll(served, {timeout: 20_000}).toBeDefined();
  });

  /** A Deployment that fails, whose containers print one secret, an Event another; an object whose status says a third. */
  async function talkative(): Promise<{stack: Stack; namespace: string; secrets: Readonly<Record<string, string>>}> {
    await defined();
    const namespace = cluster.freshNamespace();
    const secrets = {
      // Every container of the simulated node writes this word.
      log: 'simulated',
      event: canary('event'),
      status: canary('status'),
    };
    const web = deployment('web', {annotations: failing('crash-loop')});
    const files = manifests(
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: secrets},
      web,
      {apiVersion, kind: 'Base', metadata: {name: 'main'}, spec: {size: 1}},
      configMap('a', {a: '1'}),
    );
    const stack = await makeStack({kubeconfigPath, namespace, files});
    expect((await stack.gantry(['apply', '--yes', '--no-wait'])).code).toBe(0);
    const base: Ref = {apiVersion, kind: 'Base', namespace, name: 'main'};
    const conditions = [{type: 'Ready', status: 'False', reason: 'Login', message: `no login with ${secrets.status}`}];
    await cluster.patchAs('operator', base, {status: {conditions}}, 'status');
    for (const ref of [base, {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'}])
      await warn(ref, `it was refused: ${secrets.event}`);
    return {stack, namespace, secrets};
  }

  async function warn({name, ...ref}: Ref, message: string): Promise<void> {
    const live = await cluster.get({...ref, name});
    const {uid = ''} = live?.['metadata'] as {uid?: string};
    await cluster.create({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {name: `${name}.said`, namespace: ref.namespace ?? 'default'},
      involvedObject: {...ref, name, uid},
      type: 'Warning',
      reason: 'Refused',
      message,
      lastTimestamp: '2026-01-01T00:00:00Z',
    });
  }

  it('status, wait, logs, drift and why never print a secret of the stack, also for a part without the Secret', {
    timeout: 60_000,
  }, async () => {
    const {stack, namespace, secrets} = await talkative();
    await expect
      .poll(async () => (await stack.gantry(['status'])).stdout, {timeout: 20_000})
      .toMatch(/CrashLoopBackOff/);
    const looks = [
      ['status'],
      ['status', 'Deployment', 'Base'],
      ['logs'],
      ['logs', 'Deployment'],
      ['drift'],
      ['why', `apps/v1:Deployment:${namespace}:web`],
    ];
    const printed = [
      await runAll(stack, looks, [[], ['-o', 'json'], ['-o', 'jsonl'], ['-o', 'markdown']]),
      await runAll(
        stack,
        [
          ['wait', '--timeout', '1'],
          ['wait', 'Deployment', 'Base', '--timeout', '1'],
        ],
        [[], ['-o', 'jsonl']],
      ),
    ].join('\n');
    // All of it has spoken.
    for (const said of ['this container is ***', 'it was refused: ***', 'no login with ***'])
      expect(printed).toContain(said);
    await expectNoLeak(stack, printed, secrets);
  });

  it('a failing apply never prints a secret of the stack, nor does a comparison of its releases', {
    timeout: 60_000,
  }, async () => {
    const {stack, secrets} = await talkative();
    const changed = async (image: string, size: number): Promise<void> => {
      const text = await readFile(join(stack.dir, 'manifests/all.yaml'), 'utf8');
      const other = text.replace(/"nginx:[^"]*"/, `"nginx:${image}"`).replace(/"size": \d/, `"size": ${size}`);
      await stack.write({'manifests/all.yaml': other});
    };
    const apply = ['apply', '--yes', '--timeout', '2'];
    await changed('1.28', 2);
    const whole = await runAll(stack, [apply], [['-v'], ['-o', 'jsonl']]);
    await changed('1.29', 3);
    const part = await runAll(
      stack,
      [[...apply, '--target', 'Deployment', '--target', 'Base']],
      [['-o', 'jsonl'], ['-v'], ['-o', 'json']],
    );
    for (const printed of [whole, part])
      for (const said of ['this container is ***', 'it was refused: ***', 'no login with ***'])
        expect(printed).toContain(said);
    const compared = await runAll(stack, [
      ['release', 'show'],
      ['release', 'diff', '1', '3', '--detail'],
      ['release', 'rollback', '--to', '1', '--dry-run'],
    ]);
    expect(compared).toContain('nginx:1.29');
    await expectNoLeak(stack, [whole, part, compared].join('\n'), secrets);
  });

  it('import cluster writes no value of a Secret, and leaves out an annotation that contains it', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const secrets = {data: canary('data'), copy: plainCanary('copy')};
    const secret = {apiVersion: 'v1', kind: 'Secret', stringData: secrets};
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(secret),
      'example.dev/copy': `it is ${secrets.copy}`,
      'example.dev/team': 'shop',
    };
    await cluster.create({...secret, metadata: {name: 'keys', namespace, annotations}});
    await cluster.create(configMap('a', {a: '1'}, {namespace}));
    const stack = await makeStack({kubeconfigPath});
    for (const handling of ['skip', 'refs']) {
      const out = join(stack.dir, handling);
      const command = ['import', 'cluster', '-n', namespace, '--secrets', handling];
      const written = await stack.gantry([...command, '--out', out]);
      expect(written, written.stderr).toMatchObject({code: 0});
      const printed = await runAll(
        stack,
        [command],
        [
          ['-o', 'yaml'],
          ['-o', 'json', '--out', `${out}-json`],
          ['-o', 'jsonl', '--out', `${out}-jsonl`],
        ],
      );
      const text = await textBelow(out);
      expect(text.includes('example.dev/team')).toBe(handling === 'refs');
      await expectNoLeak(stack, [written.stdout, written.stderr, printed, text].join('\n'), secrets);
    }
  });
});

async function textBelow(directory: string): Promise<string> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'utf8')))).join('\n');
}
