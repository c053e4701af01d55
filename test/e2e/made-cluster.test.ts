import {expect, it} from 'vitest';
import {SeveralOutput} from '../../src/ui/output/several-output.ts';
import {deployment, failing} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import type {Ran, Stack} from '../rig/stack.ts';
import {kubeconfigOf, sharedClusterProject} from './support/shared-cluster.ts';

type Answer = {
  readonly stacks: readonly {
    readonly stack: string;
    readonly workspace?: string;
    readonly outcome: string;
    readonly because?: string;
    readonly error?: {readonly code: string; readonly message: string};
  }[];
  readonly exitCode: number;
};

const ALL = ['--all', '--yes'];
const DESTROY = ['destroy', ...ALL, '--allow-delete', 'all'];

onCluster('a run that makes a cluster, and deploys to it', (cluster) => {
  const web = (namespace: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'});

  async function answer(made: Stack, args: readonly string[]): Promise<Answer & Ran> {
    const ran = await made.json<Answer>(args);
    expect(SeveralOutput.safeParse(ran.document).error?.issues, ran.stdout).toBeUndefined();
    expect(ran.document.exitCode, ran.stdout).toBe(ran.code);
    return {...ran, ...ran.document};
  }

  const rows = ({stacks}: Answer) =>
    stacks.map(({stack, workspace, outcome, because}) =>
      [stack, workspace, outcome, because].filter(Boolean).join(' '),
    );

  it('the stack of the new cluster has no plan before, is applied after, and destroyed first', async () => {
    const {made, prod} = await sharedClusterProject(cluster, {reversed: true});
    const preview = await answer(made, ['preview', '--all', '--exit-code']);
    expect(preview.code, preview.stderr).toBe(2);
    expect(rows(preview)).toEqual(['shared management changes', 'web deferred shared/shared']);
    expect(preview.stacks[1]).not.toHaveProperty('result');
    const text = await made.gantry(['preview', '--all']);
    expect(text.stdout).toContain('Its cluster is (known after apply) of shared/shared.');
    const applied = await answer(made, ['apply', ...ALL]);
    expect(applied.code, applied.stderr).toBe(0);
    expect(rows(applied)).toEqual(['shared management applied', 'web prod applied']);
    expect(await web(prod)).toMatchObject({data: {size: '3'}});
    expect(rows(await answer(made, ['preview', '--all', '--exit-code']))).toEqual([
      'shared management unchanged',
      'web prod unchanged',
    ]);
    const gone = await answer(made, DESTROY);
    expect(gone.code, gone.stderr).toBe(0);
    expect(rows(gone)).toEqual(['web prod destroyed', 'shared management destroyed']);
    expect(await web(prod)).toBeUndefined();
  });

  it('each plan is shown and confirmed at a terminal, and a no leaves the rest as it is', async () => {
    const {made, prod} = await sharedClusterProject(cluster, {reversed: true});
    const no = await made.gantry(['apply', '--all'], {typed: 'yes\nno\n'});
    expect(no.stdout + no.stderr).toMatch(
      /known after apply\) of shared\/shared[\s\S]*Apply [\s\S]*ConfigMap:\S+:web[\s\S]*Apply /,
    );
    expect(await web(prod)).toBeUndefined();
    const yes = await made.gantry(['apply', '--all'], {typed: 'yes\n'});
    expect(yes.code, yes.stderr).toBe(0);
    expect(await web(prod)).toMatchObject({data: {size: '3'}});
  });

  it('workspaces of one run are ordered by their clusters, however they are named', async () => {
    const {made} = await sharedClusterProject(cluster);
    const both = ['-w', 'prod', '-w', 'management', '-s', 'shared/shared', '-s', 'shop/web'];
    const applied = await answer(made, ['apply', ...both, '--yes']);
    expect(applied.code, applied.stderr).toBe(0);
    expect(rows(applied)).toEqual([
      'shared management applied',
      'web management applied',
      'shared prod applied',
      'web prod applied',
    ]);
    const gone = await answer(made, ['destroy', ...both, '--yes', '--allow-delete', 'all']);
    expect(gone.code, gone.stderr).toBe(0);
    expect(rows(gone).indexOf('web prod destroyed')).toBeLessThan(rows(gone).indexOf('shared management destroyed'));
  });

  it('a saved set has the plans that can be made, and the next set has the rest', async () => {
    const {made, prod} = await sharedClusterProject(cluster, {reversed: true});
    const first = await made.gantry(['preview', '--all', '--save', 'plans']);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout + first.stderr).toContain('shop/web is not in it');
    expect(rows(await answer(made, ['apply', 'plans']))).toEqual(['shared management applied']);
    expect(await web(prod)).toBeUndefined();
    const second = await made.gantry(['preview', '--all', '--save', 'plans']);
    expect(second.code, second.stderr).toBe(0);
    expect(rows(await answer(made, ['apply', 'plans']))).toEqual(['shared management unchanged', 'web prod applied']);
    expect(await web(prod)).toMatchObject({data: {size: '3'}});
  });

  it('a stack does not start if the stack that makes its cluster fails', async () => {
    const {made, prod} = await sharedClusterProject(cluster, {reversed: true});
    await made.write({'shared/manifests/never.yaml': deployment('never', {annotations: failing('never-ready')})});
    const failed = await answer(made, ['apply', ...ALL, '--timeout', '2s']);
    expect(failed.code, failed.stderr).not.toBe(0);
    expect(rows(failed)).toEqual(['shared management failed', 'web skipped shared/shared']);
    expect(await web(prod)).toBeUndefined();
  });

  it.each([
    {name: 'no kubeconfig', kubeconfig: 'hello', says: 'is not a kubeconfig'},
    {
      name: 'a kubeconfig that runs a program',
      kubeconfig: kubeconfigOf({
        cluster: {server: 'https://127.0.0.1:1'},
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: 'rm',
            args: ['-rf', '/'],
            interactiveMode: 'Never',
          },
        },
      }),
      says: 'it would run the program rm -rf /',
    },
  ])('a Secret with $name fails the second stack only', async ({kubeconfig, says}) => {
    const {made, secret} = await sharedClusterProject(cluster);
    await secret(kubeconfig);
    const failed = await answer(made, ['apply', ...ALL]);
    expect(failed.code).not.toBe(0);
    expect(rows(failed)).toEqual(['shared management applied', 'web prod failed']);
    expect(failed.stacks[1]?.error?.message).toContain(says);
  });

  it('a Secret that a controller fills is awaited, for the time of a resource', async () => {
    const {made, secret, management} = await sharedClusterProject(cluster);
    await secret(undefined);
    const late = await answer(made, ['apply', ...ALL, '--timeout', '1s']);
    expect(rows(late)).toEqual(['shared management applied', 'web prod failed']);
    expect(late.stacks[1]?.error?.message).toContain('has no key value');
    await destroyedShared(made);
    const kubeconfig = kubeconfigOf(await secondCluster());
    const ref = {apiVersion: 'v1', kind: 'Secret', namespace: management, name: 'prod-kubeconfig'};
    const fill = cluster.patchAs.bind(cluster);
    let filled: Promise<unknown> | undefined;
    const ran = await made.gantry(['apply', ...ALL, '--timeout', '30s', '-o', 'jsonl'], {
      onStdout: (text) => {
        if (/"type":"stack-done"[^\n]*"stack":"shared"[^\n]*"step":"apply"/.test(text))
          filled ??= fill('controller', ref, {data: {value: Buffer.from(kubeconfig).toString('base64')}});
      },
    });
    await filled;
    expect(filled).toBeDefined();
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const status = await made.gantry(['status', '--all', '--exit-code']);
    expect(status.code, status.stdout).toBe(0);
  });

  it('workspaces of a run that need each other are an error with the loop, and nothing is planned', async () => {
    const {made, content, allow} = await sharedClusterProject(cluster);
    await made.write({
      'workspaces/management.yaml': {context: {kubeconfig_content: {...content, workspace: 'prod'}}},
    });
    await allow('management');
    for (const args of [
      ['apply', ...ALL],
      ['preview', '--all', '-w', 'prod', '-w', 'management'],
    ]) {
      const refused = await made.gantry(args);
      expect(refused.code, refused.stdout).toBe(3);
      expect(refused.stderr).toMatch(/the kubeconfig of (\w+) → the kubeconfig of (?!\1)\w+ → the kubeconfig of \1\b/);
    }
  });

  async function destroyedShared(made: Stack): Promise<void> {
    const ran = await made.gantry(['destroy', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']);
    expect(ran.code, ran.stderr).toBe(0);
  }
});
