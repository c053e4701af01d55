import {expect, it} from 'vitest';
import {loadedBy, sourcesIn} from '../rig/loaded-modules.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeStack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

onCluster('modules that a preview loads', (cluster) => {
  it('a preview loads no terminal view, no heavy client library, and no part of the sandbox', async () => {
    const namespace = cluster.freshNamespace();
    const {dir} = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: sampleApplication()});
    const {packages, own, code} = await loadedBy('preview -o json', dir);
    expect({packages, code}).toEqual({packages: ['commander', 'js-yaml', 'zod'], code: 0});
    expect(own.filter((file) => /draw-run|tree-lines|open-telemetry/.test(file))).toEqual([]);
    expect(own.filter((file) => file.startsWith('adapters/terraform/'))).toEqual([]);
    expect(own.filter((file) => /^sandbox\/|sandbox-rooms/.test(file))).toEqual([]);
    expect(own.filter((file) => file.startsWith('cli/commands/'))).toEqual([
      'cli/commands/stack/preview',
      'cli/commands/stack/plan-result',
    ]);
  });

  it.skipIf('GANTRY_SOURCE' in TESTED_PROGRAM)('the built preview loads HTTP/2 alone', async () => {
    const namespace = cluster.freshNamespace();
    const {dir} = await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: sampleApplication()});
    const {builtins, code} = await loadedBy('preview', dir, {built: true});
    expect(code).toBe(0);
    expect(builtins).toContain('node:http2');
    // With `node:http`, Node.js loads the whole client of `fetch`.
    expect(builtins).not.toContain('node:http');
  });

  /** The workspace has been used, so its cluster is known. */
  async function usedWorkspace(): Promise<string> {
    const workspace = {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}};
    const {dir} = await makeStack({files: {'workspaces/test.yaml': workspace}});
    expect((await loadedBy('exec true', dir)).code).toBe(0);
    return dir;
  }

  const COMMANDS = ['exec true', 'env', 'kubeconfig --merge mine --exec'];
  /** What each kind of backend, secret store and place of a kubeconfig says of itself, without its code. */
  const isDescriptor = (file: string): boolean => file.endsWith('-descriptor');

  it.each(COMMANDS)(
    '%s loads the kubeconfig and programs of this machine, and no cloud and no client',
    async (command) => {
      const {own, packages, code} = await loadedBy(command, await usedWorkspace());
      expect({packages, code}).toEqual({packages: ['commander', 'js-yaml', 'zod'], code: 0});
      const others = own.filter((file) => file.startsWith('adapters/') && !isDescriptor(file));
      const near = /^adapters\/(?:local\/(?:backend|clock|programs)|kubernetes\/kubeconfig(?:-files)?)\//;
      expect(others.filter((file) => !near.test(file))).toEqual([]);
    },
  );

  it.skipIf('GANTRY_SOURCE' in TESTED_PROGRAM).each(COMMANDS)(
    'the built %s loads no code of a cloud, and at most 1850 kB',
    async (command) => {
      const {own, bytes, code} = await loadedBy(command, await usedWorkspace(), {built: true});
      expect(code).toBe(0);
      expect(bytes / 1000).toBeLessThanOrEqual(1850);
      const sources = sourcesIn(own);
      expect(sources).toContain('adapters/kubernetes/kubeconfig/flatten');
      const clouds = /^adapters\/(?:alicloud|aws|azure|gcp|sops|vault)\//;
      expect(sources.filter((file) => clouds.test(file) && !isDescriptor(file))).toEqual([]);
    },
  );
});
