import {expect} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {applied} from '../../rig/changes.ts';
import type {Cluster} from '../../rig/cluster.ts';
import {configMap, deployment, failing} from '../../rig/objects.ts';
import {makeStack, type Stack} from '../../rig/stack.ts';
import {unusedPort, withCluster} from './kubeconfigs.ts';

/** Texts that would be markup, or would run, if a page did not escape them. */
export const HOSTILE = `</pre><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;

/** A secret value that no output may contain. */
export const SECRET = 'correct-horse-battery-staple';

export type ReportProject = {
  readonly stack: Stack;
  readonly namespaces: Readonly<Record<'staging' | 'prod' | 'lost', string>>;
};

/**
 * A project of two stacks in three workspaces: `web` is drifted in `prod` and has changes to apply, `api` failed in `prod` and has no release
 * elsewhere, and the cluster of `lost` is unreachable.
 */
export async function reportProject(cluster: Cluster): Promise<ReportProject> {
  const {kubeconfigPath} = cluster;
  const namespaces = {
    staging: cluster.freshNamespace('staging'),
    prod: cluster.freshNamespace('prod'),
    lost: cluster.freshNamespace('lost'),
  };
  const workspace = (name: keyof typeof namespaces, path: string = kubeconfigPath) => ({
    [`workspaces/${name}.yaml`]: {name, context: {kubeconfig_path: path, namespace: namespaces[name]}},
  });
  const stack = await makeStack({
    name: 'shop',
    files: {
      'project.yaml': {name: 'shop'},
      ...stackFiles('web', [deployment('web', {replicas: 1}), configMap('settings', {mode: 'slow'}), login(SECRET)]),
      ...stackFiles('api', [deployment('api', {annotations: failing('image-pull')})]),
      ...workspace('staging'),
      ...workspace('prod'),
      ...workspace('lost'),
    },
  });
  await stack.remove('stack.yaml');
  for (const name of Object.keys(namespaces)) await applied(stack, ['-s', 'web', '-w', name]);
  expect((await stack.gantry(['apply', '--yes', '-s', 'api', '-w', 'prod', '--timeout', '2s'])).code).toBe(6);
  const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace: namespaces.prod, name: 'settings'};
  await cluster.patchAs('kubectl-edit', settings, {data: {mode: 'edited'}});
  await stack.write({
    ...stackFiles('web', [
      deployment('web', {replicas: 1}),
      configMap('settings', {mode: HOSTILE}, {annotations: {'example.com/note': HOSTILE}}),
      login(`${SECRET}-2`),
    ]),
    ...workspace('lost', 'lost.kubeconfig'),
    'workspaces/lost.kubeconfig': withCluster(kubeconfigPath, {server: `https://127.0.0.1:${await unusedPort()}`}),
  });
  return {stack, namespaces};
}

const stackFiles = (name: string, objects: readonly JsonObject[]) => ({
  [`${name}/stack.yaml`]: {name, namespace: `\${context:namespace}`, sources: [{manifests: 'app/*'}]},
  ...Object.fromEntries(objects.map((object, i) => [`${name}/app/${i}.yaml`, object] as const)),
});

const login = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData: {password},
});
