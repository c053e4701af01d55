import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {TraceEvent} from '../../src/adapters/local/profile/trace-event.ts';
import {jsonAt} from '../../src/core/json-at.ts';
import {streamOf} from '../rig/event-stream.ts';
import {configMap, widgetDefinition, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject, type ProjectStack} from '../rig/project.ts';

const MANY = 200;

onCluster('stacks that run at once', (cluster) => {
  const {kubeconfigPath} = cluster;
  const plain = (name: string): ProjectStack => ({manifests: {[name]: configMap(name, {from: name})}});

  it('two hundred stacks of one run share discovery, schemas and lists', {timeout: 180_000}, async () => {
    const namespace = cluster.freshNamespace();
    const names = Array.from({length: MANY}, (_, i) => `s${String(i).padStart(3, '0')}`);
    const stacks = Object.fromEntries(names.map((name) => [name, plain(name)]));
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const applied = await made.gantry(['apply', '--all', '--yes', '--parallel-stacks', '8']);
    expect(applied.code, applied.stdout.slice(-2000)).toBe(0);
    expect(applied.stdout).toContain(`${MANY} stacks: ${MANY} applied.`);
    const preview = await made.gantry(['preview', '--all', '--exit-code', '--profile', 'trace.json']);
    expect(preview.code, preview.stdout.slice(-2000)).toBe(0);
    const {traceEvents} = JSON.parse(await readFile(join(made.dir, 'trace.json'), 'utf8')) as {
      traceEvents: readonly TraceEvent[];
    };
    const requests = traceEvents.flatMap((event) => ('cat' in event && event.cat === 'request' ? [event.name] : []));
    const count = (name: string): number => requests.filter((one) => one === name).length;
    for (const once of [
      'GET /version',
      'GET /api',
      'GET /apis',
      'GET /openapi/v3',
      'GET /api/v1/namespaces/kube-system',
      `get v1 Namespace ${namespace}`,
    ])
      expect([once, count(once)]).toEqual([once, 1]);
    // A list is for at most a hundred stacks, because its selector is part of the address.
    expect(count('list v1 ConfigMap')).toBe(2);
    expect(requests.length, requests.join(', ')).toBeLessThan(13);
  });

  it('a changed ConfigMap of one stack restarts the pods of another one in the same run', async () => {
    const namespace = cluster.freshNamespace();
    const web = {
      ...workload('Deployment', 'web', {container: {envFrom: [{configMapRef: {name: 'settings'}}]}}),
      metadata: {name: 'web', annotations: {'gantry.dev/restart-on-change': 'true'}},
    };
    const settings = (value: string) => configMap('settings', {value});
    const made = await makeProject({
      kubeconfigPath,
      namespace,
      stacks: {a: {manifests: {web}}, z: {manifests: {settings: settings('1')}}},
    });
    const digests = async (): Promise<unknown> => {
      const live = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
      return jsonAt(live ?? null, ['spec', 'template', 'metadata', 'annotations', 'gantry.dev/config-digests']);
    };
    expect(await made.gantry(['apply', '--all', '--yes'])).toMatchObject({code: 0});
    const first = await digests();
    expect(first).toMatch(/^ConfigMap\/settings=/);
    await made.write({'z/manifests/settings.yaml': settings('2')});
    const again = await made.gantry(['apply', '--all', '--yes']);
    expect(again, again.stdout).toMatchObject({code: 0});
    expect(await digests()).not.toBe(first);
    expect(await made.gantry(['preview', '--all', '--exit-code'])).toMatchObject({code: 0});
  });

  it('stacks of one new namespace are applied, although the first of them cannot be planned', async () => {
    const wrong = {...configMap('wrong', {}), data: {a: 1}};
    const healthy = Object.fromEntries(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, plain(name)]));
    const made = await makeProject({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      stacks: {a: {manifests: {wrong}}, ...healthy},
    });
    const ran = await made.gantry(['apply', '--all', '--yes', '--parallel-stacks', '1']);
    expect(ran.stdout).toContain('7 stacks: 6 applied, 1 failed.');
  });

  it('independent stacks are applied at once, and one after the other with --parallel-stacks 1', async () => {
    const namespace = cluster.freshNamespace();
    const stacks = {
      a: plain('a'),
      b: plain('b'),
      c: {...plain('c'), head: {dependsOn: ['a']}},
    };
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const order = async (args: readonly string[]): Promise<readonly string[]> => {
      const ran = await made.gantry(['apply', '--all', '--yes', '-o', 'jsonl', ...args]);
      expect(ran.code, ran.stdout).toBe(0);
      return streamOf(ran).flatMap(({type, step, stack}) =>
        (type === 'stack-started' || type === 'stack-done') && step === 'apply' ? [`${type} ${String(stack)}`] : [],
      );
    };
    // All of them need the same new namespace: the first creates it, and the others wait for it.
    const first = await order([]);
    expect(first.indexOf('stack-done a')).toBeLessThan(first.indexOf('stack-started b'));
    const later = await order([]);
    expect(later.slice(0, 2)).toEqual(['stack-started a', 'stack-started b']);
    expect(later.indexOf('stack-started c')).toBeGreaterThan(later.indexOf('stack-done a'));
    const single = await order(['--parallel-stacks', '1']);
    expect(single.filter((_, i) => i % 2 === 0).map((line) => line.split(' ')[0])).toEqual(
      Array.from({length: 3}, () => 'stack-started'),
    );
  });

  it('a stack waits for the CRD of another stack without dependsOn, and runs even if the other stack fails', async () => {
    const namespace = cluster.freshNamespace();
    const group = `g${namespace.replaceAll('-', '')}.example`;
    const widget = {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'one'}, spec: {}};
    const stacks = {
      kinds: {manifests: {crd: widgetDefinition({group})}},
      alone: {manifests: {widget}},
    };
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const applied = await made.gantry(['apply', '--all', '--yes']);
    expect(applied.code, applied.stdout).toBe(0);
    await made.write({'kinds/manifests/crd.yaml': {...widgetDefinition({group}), spec: {wrong: true}}});
    await made.write({'alone/manifests/more.yaml': configMap('more', {})});
    const failed = await made.gantry(['apply', '--all', '--yes']);
    expect(failed.code, failed.stdout).toBe(3);
    expect(failed.stdout).toContain('2 stacks: 1 applied, 1 failed.');
  });
});
