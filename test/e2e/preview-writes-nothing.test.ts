import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('a preview', (cluster) => {
  it('a preview writes nothing to the cluster, and only the pin and its key to the backend', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}), service('web'), deployment('web')),
    });
    expect((await stack.gantry(['preview'])).code).toBe(0);
    expect(Object.keys(await kept(stack))).toEqual([]);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();

    await applied(stack);
    await expect
      .poll(() => cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'}))
      .toMatchObject({status: {readyReplicas: 1}});
    const before = {backend: await kept(stack), versions: await versions(namespace)};
    await stack.write(
      manifests(configMap('settings', {a: '2'}), service('web', {clusterIP: 'None'}), deployment('web', {replicas: 2})),
    );
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(2);
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(2);
    expect((await stack.gantry(['destroy', '--dry-run'])).code).toBe(0);
    expect({backend: await kept(stack), versions: await versions(namespace)}).toEqual(before);
  });

  async function versions(namespace: string): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const [apiVersion, kind, resource] of [
      ['v1', 'ConfigMap', 'configmaps'],
      ['v1', 'Service', 'services'],
      ['apps/v1', 'Deployment', 'deployments'],
      ['apps/v1', 'ReplicaSet', 'replicasets'],
      ['v1', 'Pod', 'pods'],
    ] as const) {
      const reply = await cluster.client.list({
        resource: {apiVersion, kind, resource, namespaced: true, verbs: []},
        namespace,
      });
      if (!reply.ok) throw new Error(reply.refusal.message);
      for (const {metadata} of reply.items) {
        const {name, resourceVersion} = metadata as JsonObject;
        found[`${kind} ${String(name)}`] = String(resourceVersion);
      }
    }
    return found;
  }
});

/** All files of the backend except the cache, the pin of the cluster and the key that signs it. */
async function kept({home}: Stack): Promise<Readonly<Record<string, string>>> {
  const root = join(home, '.gantry');
  const entries = await readdir(root, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile()).map(({parentPath, name}) => join(parentPath, name));
  const own = files.filter((file) => !/^(cache|pins|clusters|keys)\//.test(file.slice(root.length + 1))).toSorted();
  return Object.fromEntries(
    await Promise.all(
      own.map(async (file) => [file.slice(root.length + 1), (await readFile(file)).toString('base64')]),
    ),
  ) as Record<string, string>;
}
