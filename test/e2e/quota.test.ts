import {expect, inject, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const web = (replicas: number) => deployment('web', {replicas, resources: {requests: {cpu: '500m'}}});

const quota = (hard: JsonObject, namespace?: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: {name: 'limits', ...(namespace === undefined ? {} : {namespace})},
  spec: {hard},
});

onCluster('the quotas that a plan needs', (cluster) => {
  const {kubeconfigPath} = cluster;
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;

  it('a plan that exceeds a quota in sum is reported, although no dry run reports it', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    await cluster.create(quota({'requests.cpu': '1', 'count/configmaps': '2'}, namespace));
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(web(3), configMap('a', {}), configMap('b', {}), configMap('c', {})),
    });
    const [ofCpu, ofConfigMaps, ...more] = (await warned(stack)).toSorted(byPosition('configmaps'));
    expect(ofCpu).toMatch(/1 of requests\.cpu left.* needs 1500m more/);
    // One or two: the cluster puts a ConfigMap of its own into each namespace, and counts it when it gets to it.
    expect(ofConfigMaps).toMatch(/quota limits .*namespace .* has [12] of count\/configmaps left.* needs 3 more/i);
    expect(more).toEqual([]);
  });

  it('a quota of the same plan counts, too, and a missing namespace is not asked for its quotas', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(quota({pods: '2'}), web(3))});
    expect(await warned(stack)).toEqual([expect.stringContaining('2 of pods left')]);
  });

  it('an update counts only its difference', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(web(3))});
    await applied(stack, ['--no-wait']);
    await cluster.create(quota({'requests.cpu': '1'}, namespace));
    await stack.write(manifests(web(2)));
    expect(await warned(stack)).toEqual([]);
    await stack.write(manifests(web(6)));
    expect(await warned(stack)).toEqual([expect.stringContaining('needs 1500m more')]);
  });

  it.skipIf(!signs)('a user who may not read quotas previews as before', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    await cluster.create(quota({'requests.cpu': '1'}, namespace));
    const work = [{apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'create', 'patch']}];
    const stack = await makeStack({
      kubeconfigPath: await userOf(cluster, namespace, work),
      namespace,
      files: manifests(web(3)),
    });
    // What is not known is not told, and stops nobody.
    expect(await warned(stack)).toEqual([]);
  });
});

async function warned(stack: Stack): Promise<readonly string[]> {
  const {document, code} = await stack.json<Plan>(['preview']);
  expect(code).toBe(0);
  return document.diagnostics.filter((one) => one.code === 'quota/exceeded').map(({message}) => message);
}

/** Messages about `word` after the others. */
function byPosition(word: string) {
  return (one: string, other: string): number => one.indexOf(word) - other.indexOf(word);
}
