import {expect, it} from 'vitest';
import {applyAfter} from '../rig/apply-by-hand.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Listed = {readonly releases: readonly {readonly revision: number; readonly phase: string}[]};

onCluster('a run that does not end well', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each([
    ['image-pull', /; pod web-\S+: (ErrImagePull|ImagePullBackOff): .*nginx:1\.27/],
    ['crash-loop', /; pod web-\S+: CrashLoopBackOff: .*\(container app ended with 1, Error\)/],
    ['never-ready', /; pod web-\S+: ContainersNotReady: .*app/],
  ] as const)(
    'a workload that fails by %s shows the reason of its pod, stops only its dependants, and can be fixed',
    async (how, cause) => {
      const namespace = cluster.freshNamespace();
      const live = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
      const after = {annotations: {'gantry.dev/order': `after apps/v1:Deployment:${namespace}:web`}};
      const files = (annotations?: ReturnType<typeof failing>) =>
        manifests(
          deployment('web', annotations === undefined ? {} : {annotations}),
          configMap('sibling', {a: '1'}),
          configMap('dependant', {a: '1'}, after),
        );
      const stack = await makeStack({kubeconfigPath, namespace, files: files(failing(how))});
      const failed = await stack.gantry(['apply', '--yes', '--timeout', '2s']);
      expect(failed.code, failed.stderr).toBe(6);
      expect(failed.stdout).toContain(`apps/v1:Deployment:${namespace}:web`);
      expect(failed.stdout).toMatch(cause);
      expect(await live('sibling')).toBeDefined();
      expect(await live('dependant')).toBeUndefined();
      expect(await phases(stack)).toEqual(['failed']);

      const again = await stack.gantry(['apply', '--yes', '--timeout', '2s']);
      expect(again.code).toBe(6);
      expect(await live('dependant')).toBeUndefined();

      await stack.write(files());
      await applied(stack);
      expect(await live('dependant')).toBeDefined();
      expect(await phases(stack)).toEqual(['succeeded', 'failed', 'failed']);
      expect(await pendingChanges(stack)).toEqual([]);
    },
  );

  it('an object that did not become ready is waited for again, although nothing changes', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(deployment('web', {annotations: failing('never-ready')})),
    });
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
    const preview = await stack.gantry(['preview', '--exit-code']);
    expect(preview.code).toBe(0);
    expect(preview.stderr).toContain('note: revision 1 failed: the next apply checks whether everything is ready');
    // To look again needs no yes, which nobody could give here.
    expect((await stack.gantry(['apply', '--timeout', '1s'])).code).toBe(6);
    // Who neither changes nor waits has not seen that it is well now.
    expect((await stack.gantry(['apply', '--yes', '--no-wait'])).stdout).toMatch(/^Nothing to do/);
    expect(await phases(stack)).toEqual(['failed', 'failed']);
    await stack.write(manifests(deployment('web', {annotations: failing('never-ready'), replicas: 2})));
    await applied(stack, ['--no-wait']);
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
  });

  it('an interrupt during a wait leaves a record, a free lock and a stack that the next apply finishes', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(deployment('web', {annotations: failing('never-ready')}), configMap('settings', {a: '1'})),
    });
    const interrupt = new AbortController();
    const running = stack.gantry(['apply', '--yes'], {signal: interrupt.signal});
    await expect.poll(() => cluster.get(web), {timeout: 20_000}).toBeDefined();
    interrupt.abort('SIGINT');
    const ended = await running;
    expect(ended.code).toBe(130);
    expect(await phases(stack)).toEqual(['interrupted']);

    await stack.write(manifests(deployment('web'), configMap('settings', {a: '1'})));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await cluster.get(web)).toBeUndefined();
  });

  it('an object that is still being deleted is created again when it is gone, with or without the label', async () => {
    const namespace = cluster.freshNamespace();
    const held = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'held'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('held', {a: '1'}))});
    await applied(stack);
    const uid = await uidOf(held);
    await cluster.patchAs('other', held, {
      metadata: {finalizers: ['example.dev/hold'], labels: {'gantry.dev/lineage': null}},
    });
    await cluster.delete(held);
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'create', verified: false, reason: expect.stringContaining('example.dev/hold')},
    ]);
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);

    const ran = await applyAfter(stack, async () => {
      await cluster.patchAs('other', held, {metadata: {finalizers: null}});
    });
    expect(ran.code).toBe(0);
    expect(await uidOf(held)).not.toBe(uid);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('apply waits for an object that a finalizer blocks, and names the finalizer', async () => {
    const namespace = cluster.freshNamespace();
    const held = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'held'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('held', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs('other', held, {metadata: {finalizers: ['example.dev/hold']}});
    const refused = await stack.gantry(['destroy', '--yes', '--timeout', '1s']);
    expect(refused.code).toBe(6);
    expect(refused.stdout + refused.stderr).toContain('example.dev/hold');
    expect(refused.stdout + refused.stderr).toContain('Fix the cause and destroy again');
    expect(await phases(stack)).toEqual(['failed', 'succeeded']);

    await cluster.patchAs('other', held, {metadata: {finalizers: null}});
    await destroyed(stack);
    expect(await cluster.get(held)).toBeUndefined();
  });

  async function uidOf(ref: Ref): Promise<unknown> {
    return ((await cluster.get(ref))?.['metadata'] as {uid?: string} | undefined)?.uid;
  }
});

async function phases(stack: Stack): Promise<readonly string[]> {
  const {document} = await stack.json<Listed>(['release', 'list']);
  return document.releases.toSorted((a, b) => b.revision - a.revision).map(({phase}) => phase);
}
