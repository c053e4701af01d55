import {expect, it} from 'vitest';
import {loadedBy} from '../rig/loaded-modules.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('modules that a preview loads', (cluster) => {
  it('a preview loads no terminal view, no heavy client library, and no part of the sandbox', async () => {
    const namespace = cluster.freshNamespace();
    const {dir} = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: sampleApplication()});
    const {packages, own, code} = await loadedBy('preview -o json', dir);
    expect({packages, code}).toEqual({packages: ['commander', 'js-yaml', 'zod'], code: 0});
    expect(own.filter((file) => /draw-run|tree-lines|open-telemetry/.test(file))).toEqual([]);
    expect(own.filter((file) => /^sandbox\/|sandbox-rooms/.test(file))).toEqual([]);
    expect(own.filter((file) => file.startsWith('cli/commands/'))).toEqual([
      'cli/commands/stack/preview',
      'cli/commands/stack/plan-result',
    ]);
  });
});
