import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject} from '../rig/project.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('-q at a terminal', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a quiet apply shows the plan before it asks, and prints no plan with --yes', async () => {
    const files = manifests(configMap('web', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    const asked = await stack.gantry(['apply', '-q'], {typed: 'n\n'});
    expect(asked.code, asked.stderr).toBe(1);
    expect(asked.stderr).toMatch(/ConfigMap[^]*2 to create[^]*\[y\/N\]/);
    const unasked = await stack.gantry(['apply', '-q', '--yes']);
    expect(unasked).toMatchObject({code: 0, stderr: ''});
  });

  it('a quiet apply of several stacks shows all plans before it asks', async () => {
    const stacks = {a: {manifests: {a: configMap('a', {})}}, b: {manifests: {b: configMap('b', {})}}};
    const made = await makeProject({kubeconfigPath, namespace: cluster.freshNamespace(), stacks});
    const asked = await made.gantry(['apply', '--all', '-q'], {typed: 'n\n'});
    expect(asked.code, asked.stderr).toBe(1);
    expect(asked.stderr).toMatch(/shop\/a[^]*ConfigMap:.*:a[^]*shop\/b[^]*ConfigMap:.*:b[^]*\[y\/N\]/);
  });
});
