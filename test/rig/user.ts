import {randomBytes} from 'node:crypto';
import type {Json} from '../../src/core/json.ts';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import type {Cluster} from './cluster.ts';

/** A kubeconfig of a new user who has these rights in one namespace, and no others. */
export async function userOf(cluster: Cluster, namespace: string, rules: readonly Json[]): Promise<string> {
  const user = `user-${randomBytes(4).toString('hex')}`;
  const group = 'rbac.authorization.k8s.io';
  const metadata = {name: user, namespace};
  await cluster.create({apiVersion: `${group}/v1`, kind: 'Role', metadata, rules});
  await cluster.create({
    apiVersion: `${group}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: {apiGroup: group, kind: 'Role', name: user},
    subjects: [{apiGroup: group, kind: 'User', name: user}],
  });
  return userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user});
}
