import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('a home directory without write permission', (cluster) => {
  it.each([
    {name: 'below HOME', env: {HOME: '/dev/null', GANTRY_HOME: ''}},
    {name: 'by GANTRY_HOME', env: {GANTRY_HOME: '/dev/null/gantry'}},
  ])('an unwritable home gives a preview with a warning instead of the pin, and no apply: $name', async ({env}) => {
    const {kubeconfigPath} = cluster;
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
    const shown = await stack.gantry(['preview'], {env});
    expect(shown, shown.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('2 to create')});
    expect(shown.stderr).toContain('the workspace test is not bound to this cluster');
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied.code).toBe(1);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toBeUndefined();
  });
});
