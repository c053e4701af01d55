import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('mistakes in files', (cluster) => {
  it('a misspelt field is reported with file and line within a second', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        'manifests/good.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n',
        'manifests/web.yaml': [
          'apiVersion: apps/v1',
          'kind: Deployment',
          'metadata: {name: web}',
          'spec:',
          '  replcas: 2',
          '  selector: {matchLabels: {app: web}}',
          '  template:',
          '    metadata: {labels: {app: web}}',
          '    spec:',
          '      containers:',
          '      - name: web',
          '        image: web:1',
          '        imagePullPolcy: Always',
          '',
        ].join('\n'),
      },
    });
    // The schemas are read once and kept.
    await stack.gantry(['preview']);
    const begin = performance.now();
    const ran = await stack.gantry(['apply', '--yes']);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/web\.yaml:5:3/);
    expect(ran.stderr).toContain('replicas');
    expect(ran.stderr).toMatch(/web\.yaml:13:9/);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();
  });
});
