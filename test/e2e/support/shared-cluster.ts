import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {JsonObject} from '../../../src/core/json.ts';
import type {Cluster} from '../../rig/cluster.ts';
import {configMap} from '../../rig/objects.ts';
import {type ClusterEntry, secondCluster} from '../../rig/second-cluster.ts';
import {makeStack, type Stack} from '../../rig/stack.ts';

/** A kubeconfig that leads to one cluster. */
export const kubeconfigOf = ({cluster, user}: ClusterEntry): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'it',
    contexts: [{name: 'it', context: {cluster: 'it', user: 'it'}}],
    clusters: [{name: 'it', cluster}],
    users: [{name: 'it', user}],
  });

/** A Secret with a kubeconfig, as the author of a shared stack writes it. */
export const kubeconfigSecret = (kubeconfig: string | undefined): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'prod-kubeconfig'},
  ...(kubeconfig === undefined ? {} : {data: {value: Buffer.from(kubeconfig).toString('base64')}}),
});

/** A workspace whose cluster is a shared resource of another one, and a stack in each. */
export type SharedClusterProject = {
  readonly made: Stack;
  /** The namespace of the Secret in the management cluster. */
  readonly management: string;
  /** The namespace of the stack in the other cluster. */
  readonly prod: string;
  /** The id of the Secret. */
  readonly id: string;
  /** Writes the Secret of the shared stack. */
  readonly secret: (kubeconfig: string | undefined) => Promise<void>;
  /** Writes the workspace, and allows what it wants. */
  readonly workspace: (content: unknown) => Promise<void>;
  /** The mapping with which `prod` names the Secret. */
  readonly content: JsonObject;
  readonly allow: (workspace: string) => Promise<void>;
};

/**
 * Makes two workspaces: `management` on the cluster of the suite, and `prod`, whose kubeconfig is in a Secret there.
 * @param reversed the management cluster is the second one, so that the suite's kubeconfig is in the Secret
 */
export async function sharedClusterProject(cluster: Cluster, {reversed = false} = {}): Promise<SharedClusterProject> {
  const [management, prod] = [cluster.freshNamespace('mgmt'), cluster.freshNamespace('prod')];
  const made = await makeStack({name: 'root', kubeconfigPath: cluster.kubeconfigPath});
  const [own, second] = [readFileSync(cluster.kubeconfigPath, 'utf8'), kubeconfigOf(await secondCluster())];
  await made.write({'../home/second': second});
  await made.remove('stack.yaml');
  const id = `v1:Secret:${management}:prod-kubeconfig`;
  const content = {shared: id, path: 'data.value', workspace: 'management'};
  const ofProject = {workspaces: '../workspaces'};
  await made.write({
    'workspaces/management.yaml': {
      context: {kubeconfig_path: reversed ? '../../home/second' : cluster.kubeconfigPath},
    },
    'workspaces/prod.yaml': {context: {kubeconfig_content: content}},
    'shared/project.yaml': ofProject,
    'shared/stack.yaml': {workspace: 'management', namespace: management, sources: [{manifests: 'manifests/*'}]},
    'shared/manifests/secret.yaml': kubeconfigSecret(reversed ? own : second),
    'shop/project.yaml': ofProject,
    'shop/web/stack.yaml': {workspace: 'prod', namespace: prod, sources: [{manifests: 'manifests/*'}]},
    'shop/web/manifests/web.yaml': configMap('web', {size: '3'}),
  });
  const allow = (name: string) => made.allow(name, {cwd: join(made.dir, 'shop/web')});
  await allow('prod');
  return {
    made,
    management,
    prod,
    id,
    content,
    allow,
    secret: (kubeconfig) => made.write({'shared/manifests/secret.yaml': kubeconfigSecret(kubeconfig)}),
    workspace: async (value) => {
      await made.write({'workspaces/prod.yaml': {context: {kubeconfig_content: value}}});
      await allow('prod');
    },
  };
}
