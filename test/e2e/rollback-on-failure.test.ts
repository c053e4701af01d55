import {expect, it} from 'vitest';
import type {z} from 'zod';
import type {JsonObject} from '../../src/core/json.ts';
import type {Release} from '../../src/core/release/release.ts';
import {ApplyOutput} from '../../src/ui/output/apply-output.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Line = Pick<Release, 'revision' | 'phase' | 'from'>;

const good = deployment('web');
const crashing = deployment('web', {image: 'nginx:1.28', annotations: failing('crash-loop')});
const claim: JsonObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {name: 'data'},
  spec: {accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: {requests: {storage: '1Gi'}}},
};
const ON_FAILURE = ['apply', '--yes', '--rollback-on-failure', '--timeout', '2s'];

onCluster('gantry apply --rollback-on-failure', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function released(...objects: readonly JsonObject[]) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...objects)});
    if (objects.length > 0) await applied(stack);
    const live = (name: string, kind = 'ConfigMap', apiVersion = 'v1'): Promise<JsonObject | undefined> =>
      cluster.get({apiVersion, kind, namespace, name} satisfies Ref);
    return {stack, namespace, live};
  }

  async function lines(stack: Stack): Promise<readonly Line[]> {
    const {document} = await stack.json<{readonly releases: readonly Line[]}>(['release', 'list']);
    return document.releases;
  }

  it('a failed apply records the failure and the rollback, deletes its objects, ends with 6, and reports both', async () => {
    const {stack, namespace, live} = await released(good, configMap('settings', {a: '1'}));
    const many = Array.from({length: 6}, (_, i) => configMap(`new-${i}`, {a: '1'}));
    const files = manifests(crashing, configMap('settings', {a: '2'}), ...many);
    await stack.write(files);
    const ran = await stack.gantry(ON_FAILURE);
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.stdout).toMatch(/^failed .*Deployment.*CrashLoopBackOff/m);
    expect(ran.stdout).toMatch(/^Release 2 of shop\/shop in test failed/m);
    expect(ran.stdout).toMatch(
      /^Rolled back to revision 1:\n.*Release 3 of shop\/shop in test succeeded: 2 updated, 6 deleted/m,
    );
    expect(ran.stderr).toMatch(/revision 2 failed: rolling back to revision 1 of \d{4}-/);
    expect((await live('settings'))?.['data']).toEqual({a: '1'});
    expect(await live('new-0')).toBeUndefined();
    expect(await lines(stack)).toMatchObject([
      {revision: 3, phase: 'succeeded', from: {revision: 1, failed: 2}},
      {revision: 2, phase: 'failed'},
      {revision: 1, phase: 'succeeded'},
    ]);
    await stack.write(manifests(good, configMap('settings', {a: '1'})));
    expect(await pendingChanges(stack)).toEqual([]);

    await stack.write(files);
    const machine = await stack.json(ON_FAILURE);
    expect(machine.code).toBe(6);
    const document: z.infer<typeof ApplyOutput> = ApplyOutput.parse(machine.document);
    expect(document).toMatchObject({
      outcome: 'applied',
      revision: 4,
      phase: 'failed',
      error: {code: 'apply/partial', failed: [`apps/v1:Deployment:${namespace}:web`]},
      rollback: {outcome: 'applied', to: 3, revision: 5, phase: 'succeeded', summary: {delete: 6, update: 2}, kept: []},
    });
  });

  it('a rollback keeps objects with data and adopted objects, reports them, and keeps them in the stack', async () => {
    const {stack, namespace, live} = await released(good);
    await cluster.create(configMap('theirs', {a: '1'}, {namespace}));
    await stack.write(manifests(crashing, claim, configMap('theirs', {a: '1'}), configMap('made', {a: '1'})));
    const adopted = `v1:ConfigMap:${namespace}:theirs`;
    const machine = await stack.json([...ON_FAILURE, '--adopt', adopted]);
    expect(machine.code).toBe(6);
    const kept = [adopted, `v1:PersistentVolumeClaim:${namespace}:data`];
    expect(machine.document).toMatchObject({rollback: {phase: 'succeeded', kept: [{}, {}]}});
    for (const id of kept) expect(machine.stderr).toContain(`${id} is not deleted by the rollback`);
    expect(await live('made')).toBeUndefined();
    expect(await live('theirs')).toBeDefined();
    expect(await live('data', 'PersistentVolumeClaim')).not.toHaveProperty(['metadata', 'deletionTimestamp']);

    await stack.write(manifests(good));
    const pending = await pendingChanges(stack);
    expect(pending.map(({id, action}) => [id, action]).toSorted()).toEqual(kept.map((id) => [id, 'delete']));
    expect(pending.find(({id}) => id === kept[1])?.blocked).toBeDefined();
  });

  it('a first apply, and an apply after a destroy, have nothing to roll back to, and say so', async () => {
    const {stack} = await released();
    await stack.write(manifests(crashing));
    const first = await stack.gantry(ON_FAILURE);
    expect(first.code).toBe(6);
    expect(first.stdout).toMatch(/^Not rolled back: .*no release before revision 1 that succeeded/m);
    await stack.write(manifests(good));
    await applied(stack);
    await destroyed(stack);
    await stack.write(manifests(crashing));
    const {code, document} = await stack.json(ON_FAILURE);
    expect(code).toBe(6);
    expect(document).toMatchObject({revision: 4, rollback: {outcome: 'stopped', error: {code: 'release/not-found'}}});
    expect(ApplyOutput.safeParse(document).error?.issues).toBeUndefined();
    expect(await lines(stack)).toHaveLength(4);
  });

  it('a rollback that lacks a secret does not start, and names the secret and the next command', async () => {
    const secret = (password: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData: {password},
    });
    const {stack, live} = await released(good, secret('one-one-one'), configMap('settings', {a: '1'}));
    await stack.write(manifests(crashing, secret('two-two-two'), configMap('settings', {a: '2'})));
    const ran = await stack.gantry(ON_FAILURE);
    expect(ran.code).toBe(6);
    expect(ran.stdout).toMatch(/^Not rolled back to revision 1: 1 change needs your permission/m);
    expect(ran.stdout).toContain('"gantry release rollback --to 1"');
    expect(ran.stderr).toContain('data.password of revision 1');
    expect((await live('settings'))?.['data']).toEqual({a: '2'});
    expect(await lines(stack)).toMatchObject([{phase: 'failed'}, {phase: 'succeeded'}]);
  });

  it('a saved plan can roll back on failure', async () => {
    const {stack, live} = await released(good, configMap('settings', {a: '1'}));
    await stack.write(manifests(crashing, configMap('settings', {a: '2'})));
    expect(await stack.gantry(['preview', '--save', 'plan.json'])).toMatchObject({code: 0});
    const ran = await stack.gantry(['apply', 'plan.json', '--rollback-on-failure', '--timeout', '2s']);
    expect(ran).toMatchObject({code: 6, stdout: expect.stringContaining('Rolled back to revision 1')});
    expect((await live('settings'))?.['data']).toEqual({a: '1'});
  });

  it('a rollback changes only the part of the stack that the failed apply covered', async () => {
    const {stack, namespace, live} = await released(
      good,
      configMap('settings', {a: '1'}),
      configMap('other', {a: '1'}),
    );
    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'other'},
      {data: {a: 'theirs'}},
    );
    await stack.write(manifests(crashing, configMap('settings', {a: '2'}), configMap('other', {a: '2'})));
    const ran = await stack.gantry([...ON_FAILURE, '--target', 'Deployment']);
    expect(ran.code, ran.stderr).toBe(6);
    expect(ran.stdout).toContain('Rolled back to revision 1');
    expect((await live('other'))?.['data']).toEqual({a: 'theirs'});
    expect(JSON.stringify(await live('web', 'Deployment', 'apps/v1'))).toContain('"image":"nginx:1.27"');
  });

  it('no rollback follows a success, a refusal before the first write, an interrupt, or --no-wait', async () => {
    const {stack, namespace} = await released(good);
    expect(await stack.json(ON_FAILURE)).toMatchObject({code: 0});
    await stack.write(manifests(good, {...configMap('settings', {a: '1'}), data: {a: 1}}));
    expect((await stack.gantry(ON_FAILURE)).code).toBe(3);
    expect((await stack.gantry([...ON_FAILURE, '--no-wait'])).code).toBe(3);
    await stack.write(manifests(crashing));
    const interrupt = new AbortController();
    const running = stack.gantry(['apply', '--yes', '--rollback-on-failure'], {signal: interrupt.signal});
    const isWritten = async (): Promise<boolean> =>
      JSON.stringify(await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'})).includes(
        '1.28',
      );
    await expect.poll(isWritten, {timeout: 20_000}).toBe(true);
    interrupt.abort('SIGINT');
    expect((await running).code).toBe(130);
    expect((await lines(stack)).map(({phase}) => phase)).toEqual(['interrupted', 'succeeded']);
  });

  it('a rollback keeps the lock from the first write to its end, so no other run comes in between', async () => {
    const {stack} = await released(good);
    await stack.write(manifests(deployment('web', {image: 'nginx:1.28', annotations: failing('never-ready')})));
    const holder = startGantry(stack, [...ON_FAILURE, '--timeout', '6s', '-o', 'jsonl']);
    await holder.event('step-applied');
    // It waits for the lock while the apply runs. Given one between the two releases, it would speak of revision 2.
    const other = await stack.json(['apply', '--yes', '--lock-timeout', '60']);
    expect(other).toMatchObject({
      code: 5,
      document: {error: {code: 'plan/stale', detail: expect.stringContaining('revision 3 was released')}},
    });
    expect((await holder.ended).code).toBe(6);
    expect((await lines(stack)).map(({phase}) => phase)).toEqual(['succeeded', 'failed', 'succeeded']);
  });
});
