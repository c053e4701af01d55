import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {StatusOutput} from '../../src/ui/output/status-output.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {unusedPort, withCluster} from './support/kubeconfigs.ts';

type Status = {
  readonly healthy: boolean;
  readonly summary: Readonly<Record<string, number>>;
  readonly release: {readonly revision: number; readonly phase: string};
  readonly run?: {readonly revision: number; readonly alive: boolean};
  readonly locked?: {readonly holder: string};
  readonly objects: readonly {readonly id: string; readonly health: string; readonly message: string}[];
};

const claim = (name: string, storageClassName: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {name},
  spec: {accessModes: ['ReadWriteOnce'], storageClassName, resources: {requests: {storage: '1Gi'}}},
});

const HELD = {finalizers: ['example.dev/hold']};

onCluster('a running stack', (cluster) => {
  const {kubeconfigPath} = cluster;
  const ref = (kind: string, namespace: string, name: string) => ({
    apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
    kind,
    namespace,
    name,
  });

  async function stackOf(...objects: readonly JsonObject[]): Promise<{stack: Stack; namespace: string}> {
    const namespace = cluster.freshNamespace();
    return {namespace, stack: await makeStack({kubeconfigPath, namespace, files: manifests(...objects)})};
  }

  /** The same command where no file of the stack is. */
  const elsewhere = (stack: Stack, args: readonly string[]) =>
    stack.gantry([...args, '-s', 'shop/shop', '-w', `${stack.dir}/workspaces/test.yaml`], {cwd: stack.home});

  describe('gantry status', () => {
    it('status of a healthy stack groups it by kind, with and without its files', async () => {
      const {stack} = await stackOf(deployment('web'), configMap('a', {a: '1'}), configMap('b', {a: '1'}));
      await applied(stack);
      for (const ran of [await stack.gantry(['status', '--exit-code']), await elsewhere(stack, ['status'])]) {
        expect(ran, ran.stderr).toMatchObject({code: 0});
        expect(ran.stdout).toMatch(/^Release +revision 1, succeeded, .* by /m);
        expect(ran.stdout).toMatch(/^ {2}ready +2 ConfigMap, Deployment$/m);
        expect(ran.stdout).toContain('Healthy: all 3 resources are ready.');
        expect(ran.stdout).not.toContain('apps/v1:Deployment');
      }
    });

    it('status names each unhealthy resource with its cause, and missing ones', async () => {
      const {stack, namespace} = await stackOf(
        deployment('web', {annotations: failing('image-pull')}),
        configMap('held', {a: '1'}, HELD),
        configMap('gone', {a: '1'}),
        configMap('fine', {a: '1'}),
      );
      await applied(stack, ['--no-wait']);
      await cluster.delete(ref('ConfigMap', namespace, 'gone'));
      await cluster.delete(ref('ConfigMap', namespace, 'held'));
      await expect
        .poll(async () => (await stack.gantry(['status'])).stdout, {timeout: 20_000})
        .toMatch(/apps\/v1:Deployment:\S+:web\n +.*(ErrImagePull|ImagePullBackOff)/);
      const {stdout, code} = await stack.gantry(['status']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`missing +v1:ConfigMap:${namespace}:gone\\n +somebody deleted it`));
      expect(stdout).toMatch(new RegExp(`terminating +v1:ConfigMap:${namespace}:held\\n`));
      expect(stdout).toMatch(/^ {2}ready +ConfigMap$/m);
      expect(stdout).toMatch(
        /^Not healthy: 1 \w+, 1 missing, 1 terminating, 1 ready\.|^Not healthy: 1 missing, 1 terminating, 1 progressing, 1 ready\./m,
      );
      expect(stdout).toContain('gantry drift');
      // The image may be missing for so long already that it has failed.
      expect([1, 6]).toContain((await stack.gantry(['status', '--exit-code'])).code);
      for (const [name, code] of [
        ['gone', 6],
        ['held', 6],
        ['fine', 0],
      ] as const)
        expect((await stack.gantry(['status', '--exit-code', '--target', `*:${name}`])).code, name).toBe(code);

      const {document} = await stack.json<Status>(['status', `v1:ConfigMap:${namespace}:gone`]);
      expect(document).toMatchObject({healthy: false, summary: {missing: 1, ready: 0}});
      const {stdout: markdown} = await stack.gantry(['status', '-o', 'markdown']);
      expect(markdown).toContain('**missing** `v1:ConfigMap:');
      await cluster.patchAs('other', ref('ConfigMap', namespace, 'held'), {metadata: {finalizers: null}});
    });

    it('status of a workload in a crash loop is failed, and so is its output in why', async () => {
      const {stack, namespace} = await stackOf(deployment('web', {annotations: failing('crash-loop')}));
      await applied(stack, ['--no-wait']);
      await expect
        .poll(async () => (await stack.gantry(['status'])).stdout, {timeout: 20_000})
        .toMatch(/^ {2}failed +apps\/v1:Deployment:\S+:web\n +.*CrashLoopBackOff/m);
      expect((await stack.gantry(['status', '--exit-code'])).code).toBe(1);
      const {stdout} = await stack.gantry(['why', `apps/v1:Deployment:${namespace}:web`]);
      expect(stdout).toMatch(/^Health +failed: .*pod web-\S+: CrashLoopBackOff/m);
      expect(stdout).toMatch(/^ {2}! BackOff.*, Pod web-/m);
    });

    it.each([
      ['that somebody scaled to none', {replicas: 0}, /failed +\S+:web\n +Ready: 0\/3; by-hand scaled it to 0/, 1],
      ['whose rollout is paused', {paused: true}, /progressing +\S+:web\n +Ready: 0\/3/, 6],
    ])('status of a workload with 0 of 3 pods %s is not healthy', async (_, change, says, code) => {
      const {stack, namespace} = await stackOf(deployment('web', {replicas: 3, annotations: failing('never-ready')}));
      await applied(stack, ['--no-wait']);
      await cluster.patchAs('by-hand', ref('Deployment', namespace, 'web'), {spec: change});
      await expect.poll(async () => (await stack.gantry(['status'])).stdout, {timeout: 20_000}).toMatch(says);
      expect((await stack.gantry(['status', '--exit-code'])).code).toBe(code);
    });

    it('status of a deletion that does not end names its finalizers', async () => {
      const {stack, namespace} = await stackOf(configMap('held', {a: '1'}, HELD));
      await applied(stack);
      await cluster.delete(ref('ConfigMap', namespace, 'held'));
      const {stdout} = await stack.gantry(['status']);
      expect(stdout).toMatch(
        /terminating +\S+:held\n +is being deleted; blocked by the finalizers example\.dev\/hold$/m,
      );
      expect((await stack.gantry(['why', `v1:ConfigMap:${namespace}:held`])).stdout).toMatch(
        /^Health +terminating: .*example\.dev\/hold/m,
      );
      await cluster.patchAs('other', ref('ConfigMap', namespace, 'held'), {metadata: {finalizers: null}});
    });

    it('status of a PVC without a volume shows its events, and so does the workload that mounts it', async () => {
      const mounted = (claimName: string): JsonObject => ({
        volumes: [{name: 'data', persistentVolumeClaim: {claimName}}],
      });
      const {stack, namespace} = await stackOf(
        claim('none', ''),
        claim('other', 'nobody-has-this'),
        workload('Deployment', 'web', {pod: mounted('none')}),
      );
      await applied(stack, ['--no-wait']);
      const unbound = 'no persistent volumes available for this claim and no storage class is set';
      const status = expect.poll(async () => (await stack.gantry(['status'])).stdout, {timeout: 30_000});
      await status.toMatch(
        new RegExp(`progressing +v1:PersistentVolumeClaim:${namespace}:none\n +.*FailedBinding: ${unbound}`),
      );
      await status.toMatch(
        /:other\n +.*ProvisioningFailed: storageclass\.storage\.k8s\.io "nobody-has-this" not found/,
      );
      await status.toMatch(
        new RegExp(
          `Deployment:${namespace}:web\n(?: +.*\n)* +! FailedBinding.*, PersistentVolumeClaim none: ${unbound}`,
        ),
      );
      expect((await stack.gantry(['status', '--exit-code'])).code).toBe(6);
    });

    it('status names a running run, and a run that did not end', async () => {
      const {stack, namespace} = await stackOf(deployment('web', {annotations: failing('never-ready')}));
      const interrupt = new AbortController();
      const running = stack.gantry(['apply', '--yes'], {signal: interrupt.signal});
      await expect.poll(() => cluster.get(ref('Deployment', namespace, 'web')), {timeout: 20_000}).toBeDefined();
      const {document} = await stack.json<Status>(['status']);
      expect(document).toMatchObject({run: {revision: 1, alive: true}, locked: {holder: expect.any(String)}});
      const {stdout, stderr} = await stack.gantry(['status']);
      expect(stdout).toMatch(/^Locked +by .* \(gantry apply --yes\)$/m);
      expect(stderr).toContain('is in progress');
      interrupt.abort('SIGINT');
      await running;
      const after = await stack.json<Status>(['status']);
      expect(after.document).toMatchObject({release: {revision: 1, phase: 'interrupted'}, healthy: false});
      expect(after.document.locked).toBeUndefined();
    });

    it('status of an unreachable cluster shows the release, and exits with 1', async () => {
      const {stack} = await stackOf(configMap('a', {a: '1'}), configMap('b', {a: '1'}));
      await applied(stack);
      await stack.write({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: 'gone.kubeconfig'}},
        'workspaces/gone.kubeconfig': withCluster(kubeconfigPath, {
          server: `https://127.0.0.1:${await unusedPort()}`,
        }),
      });
      const ran = await stack.gantry(['status', '--exit-code']);
      expect(ran.code, ran.stderr).toBe(1);
      expect(ran.stdout).toMatch(/^Release +revision 1, succeeded, /m);
      expect(ran.stdout).toContain('The release has 2 resources; the current health is unknown.');
      expect(ran.stdout).toMatch(/ECONNREFUSED/);
      const {document, code} = await stack.json<Status & {readonly error: {readonly code: string}}>(['status']);
      expect(code).toBe(1);
      expect(StatusOutput.safeParse(document).error?.issues).toBeUndefined();
      expect(document).toMatchObject({
        healthy: false,
        release: {revision: 1},
        summary: {unknown: 2, ready: 0},
        error: {code: 'cluster/unreachable'},
      });
      expect((await stack.gantry(['status', 'nobody'])).code).toBe(3);
    });

    it('status of a stack without a release is an error, and so is an unknown id', async () => {
      const {stack} = await stackOf(configMap('a', {a: '1'}));
      expect((await stack.gantry(['status'])).code).toBe(3);
      await applied(stack);
      const wrong = await stack.gantry(['status', 'v1:ConfigMap:nowhere:a']);
      expect(wrong.code).toBe(3);
      expect(wrong.stderr).toContain('the stack has no such resource');
    });
  });

  describe('gantry wait', () => {
    it('wait waits for objects that were applied without waiting, takes no lock and writes nothing', async () => {
      const {stack, namespace} = await stackOf(
        deployment('web', {annotations: {'gantry.dev/test-pod': 'slow', 'gantry.dev/test-pod-delay': '1s'}}),
        configMap('a', {a: '1'}),
      );
      await applied(stack, ['--no-wait']);
      const before = await stack.json(['release', 'list']);
      const ran = await elsewhere(stack, ['wait']);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stdout).toMatch(/^2 resources ready: revision 1 of shop\/shop in test \(/m);
      expect(ran.stderr).toContain(`ready     apps/v1:Deployment:${namespace}:web`);
      expect((await stack.json<Status>(['status'])).document.healthy).toBe(true);
      expect((await stack.json(['release', 'list'])).document).toEqual(before.document);
    });

    it.each([
      ['crash-loop', /CrashLoopBackOff/],
      ['image-pull', /ErrImagePull|ImagePullBackOff/],
      ['never-ready', /ContainersNotReady|not ready/],
    ] as const)('wait reports a workload that fails by %s as apply does, and exits with 6', async (how, cause) => {
      const {stack, namespace} = await stackOf(
        deployment('web', {annotations: failing(how)}),
        configMap('a', {a: '1'}),
      );
      await applied(stack, ['--no-wait']);
      const ran = await stack.gantry(['wait', '--timeout', '2s']);
      expect(ran.code, ran.stderr).toBe(6);
      expect(ran.stdout).toMatch(new RegExp(`failed +apps/v1:Deployment:${namespace}:web`));
      expect(ran.stdout).toMatch(cause);
      expect(ran.stdout).toContain('1 of 2 resources is not ready: revision 1');
      const {document, code} = await stack.json<{error: {code: string}; outcome: string}>(['wait', '--timeout', '1s']);
      expect([code, document.outcome, document.error.code]).toEqual([6, 'failed', 'wait/unmet']);
      expect((await stack.gantry(['wait', '--target', 'ConfigMap'])).code).toBe(0);
    });

    it("wait reports a crash with the cluster's reason, and uses the timeout of the health rule", async () => {
      const {stack, namespace} = await stackOf(
        deployment('web', {annotations: failing('crash-loop')}),
        deployment('slow', {annotations: failing('never-ready')}),
      );
      const rule = {kind: 'Deployment', name: 'slow', timeout: '1s'};
      const sources = [{manifests: 'manifests/**/*'}];
      await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources, health: [rule]}});
      await applied(stack, ['--no-wait']);
      const ran = await stack.gantry(['wait']);
      expect(ran.code, ran.stderr).toBe(6);
      expect(ran.stdout).toMatch(/slow is not ready after 1 s, the timeout of its health rule/);
      expect(ran.stdout).toMatch(/^ {2}! BackOff.*, Pod web-/m);
      expect(ran.stdout).toMatch(/^ {2}log of web-/m);
    });

    it('wait uses the health rules of the release if the stack file is missing', async () => {
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({
        kubeconfigPath,
        namespace,
        files: {
          'stack.yaml': {
            name: 'shop',
            workspace: 'test',
            namespace,
            sources: [{manifests: 'manifests/**/*'}],
            health: [
              {kind: 'ConfigMap', ready: 'object.data.phase == "done"', failed: 'object.data.phase == "broken"'},
            ],
          },
          ...manifests(configMap('a', {phase: 'begun'})),
        },
      });
      await applied(stack, ['--no-wait']);
      expect(await elsewhere(stack, ['wait', '--timeout', '1s'])).toMatchObject({code: 6});
      const waiting = elsewhere(stack, ['wait', '--timeout', '60s']);
      const a = ref('ConfigMap', namespace, 'a');
      await cluster.patchAs('somebody', a, {data: {phase: 'done'}});
      expect(await waiting).toMatchObject({code: 0, stdout: expect.stringContaining('1 resource ready')});
      await cluster.patchAs('somebody', a, {data: {phase: 'broken'}});
      const broken = await elsewhere(stack, ['wait', '--timeout', '60s']);
      expect(broken.code).toBe(6);
      expect(broken.stdout).not.toContain('after 60');
    });

    it('wait for a missing object fails at once', async () => {
      const {stack, namespace} = await stackOf(configMap('a', {a: '1'}));
      await applied(stack);
      await cluster.delete(ref('ConfigMap', namespace, 'a'));
      const ran = await stack.gantry(['wait']);
      expect(ran.code).toBe(6);
      expect(ran.stdout).toContain('somebody deleted it after the last release');
    });

    it('wait ends with 130 at an interrupt', async () => {
      const {stack} = await stackOf(deployment('web', {annotations: failing('never-ready')}));
      await applied(stack, ['--no-wait']);
      const interrupt = new AbortController();
      const running = stack.gantry(['wait'], {signal: interrupt.signal});
      interrupt.abort('SIGINT');
      expect((await running).code).toBe(130);
    });

    it('wait --for deleted waits for the objects that the last release deleted, and names their finalizers', async () => {
      const {stack, namespace} = await stackOf(configMap('held', {a: '1'}, HELD), configMap('kept', {a: '1'}));
      await applied(stack);
      await stack.write(manifests(configMap('kept', {a: '1'})));
      await applied(stack, ['--no-wait']);
      const held = await stack.gantry(['wait', '--for', 'deleted', '--timeout', '1s']);
      expect(held.code).toBe(6);
      expect(held.stdout).toContain('example.dev/hold');
      const never = await stack.gantry([
        'wait',
        `v1:ConfigMap:${namespace}:kept`,
        '--for',
        'deleted',
        '--timeout',
        '1s',
      ]);
      expect(never.stdout).toMatch(/still exists after .*: it has not been deleted yet/);

      const waiting = stack.gantry(['wait', '--for', 'deleted']);
      await cluster.patchAs('other', ref('ConfigMap', namespace, 'held'), {metadata: {finalizers: null}});
      const gone = await waiting;
      expect(gone, gone.stderr).toMatchObject({code: 0});
      expect(gone.stdout).toContain('1 resource gone');
      await destroyed(stack);
      expect((await stack.gantry(['wait'])).stdout).toContain('Nothing to wait for');
    });

    it('wait --for refuses any other word', async () => {
      const {stack} = await stackOf(configMap('a', {a: '1'}));
      expect((await stack.gantry(['wait', '--for', 'delete'])).code).toBe(3);
    });
  });
});
