import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, manifests, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('a Job with a ttl', (cluster) => {
  const {kubeconfigPath} = cluster;
  const job = (spec: JsonObject = {}, container: JsonObject = {}): JsonObject =>
    workload('Job', 'migrate', {
      spec: {ttlSecondsAfterFinished: 1, ...spec},
      pod: {restartPolicy: 'Never'},
      container,
    });
  const stackOf = async (namespace: string, ...objects: readonly JsonObject[]): Promise<Stack> =>
    makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}), ...objects)});
  const uidOf = async (namespace: string): Promise<unknown> => {
    const live = await cluster.get({apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'migrate'});
    return (live?.['metadata'] as JsonObject | undefined)?.['uid'];
  };
  const untilGone = (namespace: string): Promise<void> =>
    expect.poll(() => uidOf(namespace), {timeout: 60_000, interval: 200}).toBeUndefined();

  it('a removed Job is done: no plan runs it again, drift, status and wait report it, and a changed file runs it', async () => {
    const namespace = cluster.freshNamespace();
    const id = `batch/v1:Job:${namespace}:migrate`;
    const stack = await stackOf(namespace, job());
    await applied(stack);
    await untilGone(namespace);

    expect(await pendingChanges(stack)).toEqual([]);
    const {document} = await stack.json<{changes: readonly JsonObject[]}>(['preview', '--exit-code']);
    expect(document.changes.find((change) => change['id'] === id)).toMatchObject({
      action: 'unchanged',
      reason: 'done, removed after its ttl',
    });
    expect((await stack.gantry(['preview', '--detail'])).stdout).toContain('done, removed after its ttl');
    const again = await stack.gantry(['apply', '--yes']);
    expect(again, again.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
    const drift = await stack.json(['drift', '--exit-code']);
    expect(drift, drift.stdout).toMatchObject({
      code: 0,
      document: {
        stacks: [
          {
            objects: expect.arrayContaining([
              {id, type: 'Kubernetes', drift: 'none', reason: 'done, removed after its ttl', fields: []},
            ]),
          },
        ],
      },
    });
    expect((await stack.gantry(['drift'])).stdout).toContain('; 1 Job done, removed after its ttl');
    const status = await stack.gantry(['status']);
    expect(status, status.stdout).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('done, removed after its ttl'),
    });
    expect(await stack.gantry(['wait'])).toMatchObject({code: 0});

    // Another change of the stack keeps it done.
    await stack.write(manifests(configMap('settings', {a: '2'}), job()));
    await applied(stack);
    expect(await uidOf(namespace)).toBeUndefined();
    expect(await pendingChanges(stack)).toEqual([]);

    await stack.write(manifests(configMap('settings', {a: '2'}), job({}, {args: ['--to', '7']})));
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'create'}]);
    await applied(stack);
    await untilGone(namespace);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a Job is done if its completion is the first observation of it', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackOf(namespace, job({ttlSecondsAfterFinished: 0}));
    await applied(stack);
    await untilGone(namespace);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each([
    {
      name: 'failed',
      spec: {backoffLimit: 0},
      container: {image: 'nginx:1.27-broken'},
      args: [],
      code: 6,
    },
    {name: 'was never seen complete, since nobody waited', spec: {}, container: {}, args: ['--no-wait'], code: 0},
  ])('a removed Job runs again if it $name', async ({spec, container, args, code}) => {
    const namespace = cluster.freshNamespace();
    const stack = await stackOf(namespace, job(spec, container));
    const ran = await stack.gantry(['apply', '--yes', ...args]);
    expect(ran, ran.stderr).toMatchObject({code});
    await untilGone(namespace);
    expect(await pendingChanges(stack)).toMatchObject([{id: `batch/v1:Job:${namespace}:migrate`, action: 'create'}]);
  });

  it('a Job of a --no-wait run is recorded as done by the next release that sees it complete', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackOf(namespace, job({ttlSecondsAfterFinished: 600}));
    await applied(stack, ['--no-wait']);
    const migrate = {apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'migrate'};
    await expect
      .poll(async () => JSON.stringify((await cluster.get(migrate))?.['status']), {timeout: 60_000})
      .toContain('"Complete"');
    await stack.write(manifests(configMap('settings', {a: '2'}), job({ttlSecondsAfterFinished: 600})));
    await applied(stack);
    await cluster.delete(migrate);
    await untilGone(namespace);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a removed Job with a ttl and a deleted Job without one are distinguished', async () => {
    const namespace = cluster.freshNamespace();
    const lasting = workload('Job', 'migrate', {pod: {restartPolicy: 'Never'}});
    const stack = await stackOf(namespace, lasting);
    await applied(stack);
    await cluster.delete({apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'migrate'});
    await untilGone(namespace);
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'create', reason: 'somebody deleted it after the last release'},
    ]);
  });
});
