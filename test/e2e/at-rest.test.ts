import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {clusterKinds, namespacedKinds} from '../rig/many-kinds.ts';
import {manifests} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('objects of many kinds', (cluster) => {
  it('objects of many kinds are unchanged after their first apply, and reading alone proves it', async () => {
    const namespace = cluster.freshNamespace();
    const outside = clusterKinds(namespace);
    for (const object of outside) cluster.deleteAtEnd(identityOf(object));
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: manifests(...namespacedKinds(), ...outside),
    });
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);

    // A dry run would be forbidden to this user.
    const readOnly = clusterHas('users') ? await readerOf(cluster, `${namespace}-reader`) : cluster.kubeconfigPath;
    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: readOnly}}});
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes.filter(({action, verified}) => action !== 'unchanged' || !verified)).toEqual([]);

    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}}});
    await destroyed(stack);
    for (const object of outside) expect(await cluster.get(identityOf(object))).toBeUndefined();
  });
});

/** A kubeconfig of a new user who may read everything, and nothing else. */
async function readerOf(cluster: Cluster, reader: string): Promise<string> {
  const group = 'rbac.authorization.k8s.io';
  for (const kind of ['ClusterRole', 'ClusterRoleBinding'])
    cluster.deleteAtEnd({apiVersion: `${group}/v1`, kind, name: reader});
  await cluster.create({
    apiVersion: `${group}/v1`,
    kind: 'ClusterRole',
    metadata: {name: reader},
    rules: [{apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch']}],
  });
  await cluster.create({
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: {name: reader},
    roleRef: {apiGroup: group, kind: 'ClusterRole', name: reader},
    subjects: [{apiGroup: group, kind: 'User', name: reader}],
  });
  return userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user: reader});
}
