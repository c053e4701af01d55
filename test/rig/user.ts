import {randomBytes} from 'node:crypto';
import {vi} from 'vitest';
import type {Json, JsonObject} from '../../src/core/json.ts';
import {userKubeconfig} from '../controlplane/for-tests.ts';
import type {Cluster} from './cluster.ts';

/**
 * A kubeconfig of a new user who has these rights in one namespace, and no others. A busy server takes a while until it goes by a new
 * role: the rights are there when this is.
 */
export async function userOf(cluster: Cluster, namespace: string, rules: readonly JsonObject[]): Promise<string> {
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
  await vi.waitFor(async () => requireRights(cluster, {user, namespace}, rules), {timeout: 30_000});
  return userKubeconfig({kubeconfigPath: cluster.kubeconfigPath, user});
}

type Holder = {readonly user: string; readonly namespace: string};

/** @throws Error while the server does not let the user do all of it */
async function requireRights(cluster: Cluster, {user, namespace}: Holder, rules: readonly JsonObject[]): Promise<void> {
  for (const {apiGroups, resources, verbs, resourceNames} of rules) {
    const [group, named = '', verb, name] = [apiGroups, resources, verbs, resourceNames].map(firstOf);
    const [resource = '', subresource] = named.split('/');
    const resourceAttributes = given({namespace, group, verb, resource, subresource, name});
    const spec = {user, resourceAttributes};
    const body = {apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec};
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    const reply = await cluster.client.send({method: 'POST', path, body});
    if (!reply.ok) throw new Error(reply.refusal.message);
    const {status} = reply.body as {readonly status?: {readonly allowed?: boolean}};
    if (status?.allowed !== true) throw new Error(`${user} may not yet ${verb} ${named}`);
  }
}

const firstOf = (list: Json | undefined): string | undefined => (list as readonly string[] | undefined)?.[0];

const given = (fields: Readonly<Record<string, string | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
