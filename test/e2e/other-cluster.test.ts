import {join} from 'node:path';
import {expect, it} from 'vitest';
import {changePin} from '../rig/change-pin.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused, filesBelow} from './support/refusal.ts';

const configMap = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: '1'}};
const OTHER = '00000000-0000-4000-8000-000000000000';

const configMapIn = (namespace: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'});

/** As if the workspace had been pinned to another cluster, from which this one is told by its kube-system. */
const pinElsewhere = ({home}: Stack): Promise<void> =>
  changePin(home, (pin) => {
    expect(pin.identities).toMatchObject([{method: 'kube-system-uid'}]);
    return {...pin, identities: pin.identities.map((known) => ({...known, identity: OTHER}))};
  });

onCluster('a kubeconfig that now leads to another cluster', (cluster) => {
  const stackIn = (namespace: string): Promise<Stack> =>
    makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files: {'manifests/a.yaml': configMap}});

  it('preview, apply and destroy refuse another cluster (5) and name both, and nothing is written', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace);
    expect((await stack.gantry(['preview'])).code).toBe(0);
    await pinElsewhere(stack);
    for (const args of [['preview'], ['apply', '--yes'], ['destroy', '--yes']]) {
      const says = [OTHER, '"test"', 'gantry workspace trust test'];
      await expectRefused(stack, args, {exit: 5, code: 'cluster/other', says});
    }
    await expectNothingRecorded(stack);
    expect(await cluster.get(configMapIn(namespace))).toBeUndefined();
  });

  it('another cluster is accepted after `workspace trust`, which shows the previous pin', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace);
    await stack.gantry(['preview']);
    await pinElsewhere(stack);
    const trusted = await stack.json<{before: {identity: string}; now: {identity: string}}>(['workspace', 'trust']);
    expect(trusted).toMatchObject({code: 0, document: {before: {identity: OTHER}, now: {method: 'kube-system-uid'}}});
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    expect(await cluster.get(configMapIn(namespace))).toBeDefined();
  });

  it('another cluster is distinguished from the one that the first preview reached and pinned', async () => {
    const stack = await stackIn(cluster.freshNamespace());
    await stack.gantry(['preview']);
    expect(await filesBelow(join(stack.home, '.gantry', 'pins'))).toHaveLength(1);
  });

  it('a failed contact pins no cluster', async () => {
    const stack = await makeStack({
      namespace: 'x',
      files: {'manifests/a.yaml': configMap, 'workspaces/test.yaml': {context: {kubeconfig_path: 'no.kubeconfig'}}},
    });
    expect((await stack.gantry(['preview'])).code).toBe(3);
    expect(await filesBelow(join(stack.home, '.gantry', 'pins'))).toEqual([]);
  });
});
