import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject, type ProjectStack} from '../rig/project.ts';
import type {Ran, Stack} from '../rig/stack.ts';

type Answer = {
  readonly stacks: readonly {
    readonly stack: string;
    readonly outcome: string;
    readonly exitCode: number;
    readonly because?: string;
    readonly result?: Plan;
  }[];
  readonly summary: {readonly stacks: number; readonly changes: number};
  readonly exitCode: number;
};

onCluster('several stacks in one run', (cluster) => {
  const {kubeconfigPath} = cluster;
  const at = (namespace: string, name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
  const stack = (name: string, dependsOn: readonly string[] = [], data = {from: name}): ProjectStack => ({
    head: {dependsOn},
    manifests: {[name]: configMap(name, data)},
  });

  async function project(stacks: Readonly<Record<string, ProjectStack>>) {
    const namespace = cluster.freshNamespace();
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    return {made, namespace};
  }

  const outcomes = ({stacks}: Answer) => stacks.map((one) => [one.stack, one.outcome]);

  async function answer(made: Stack, args: readonly string[]): Promise<Answer & Ran> {
    const ran = await made.json<Answer>(args);
    return {...ran, ...ran.document};
  }

  it('come in the order of what they depend on, for a destroy the other way round', async () => {
    const {made, namespace} = await project({web: stack('web', ['api']), api: stack('api', ['base']), base: stack('base')});
    const preview = await answer(made, ['preview', '--all', '--exit-code']);
    expect(preview, preview.stderr).toMatchObject({code: 2, exitCode: 2, summary: {stacks: 3}});
    expect(outcomes(preview)).toEqual([['base', 'changes'], ['api', 'changes'], ['web', 'changes']]);
    const applied = await answer(made, ['apply', '--all', '--yes']);
    expect(applied, applied.stdout).toMatchObject({code: 0, exitCode: 0});
    expect(outcomes(applied)).toEqual([['base', 'applied'], ['api', 'applied'], ['web', 'applied']]);
    expect(await cluster.get(at(namespace, 'web'))).toMatchObject({data: {from: 'web'}});
    const again = await answer(made, ['preview', '--all', '--exit-code']);
    expect(again, again.stdout).toMatchObject({code: 0, summary: {changes: 0}});
    const gone = await answer(made, ['destroy', '--all', '--yes', '--allow-delete', 'all']);
    expect(gone, gone.stdout).toMatchObject({code: 0});
    expect(outcomes(gone)).toEqual([['web', 'applied'], ['api', 'applied'], ['base', 'applied']]);
    expect(await cluster.get(at(namespace, 'base'))).toBeUndefined();
  });
});
