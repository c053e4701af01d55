import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {httpDouble} from '../rig/doubles/http-double.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startRecordingProxy} from '../rig/recording-proxy.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';

const record = (input: string): JsonObject => ({
  id: 'terraform:builtin:terraform_data:record',
  type: 'Terraform',
  attributes: {input},
  extensions: {provider: 'terraform.io/builtin/terraform', resourceType: 'terraform_data'},
});

/** A stack with Terraform resources alone. */
async function openStack(context: JsonObject, backend: JsonObject = {local: {path: 'state'}}) {
  const age = await ageIdentity();
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const stack = await makeStack({
    files: {
      'stack.yaml': {name: 'shop', workspace: 'test', sources: [{spec: 'spec.yaml'}]},
      'workspaces/test.yaml': {name: 'test', context},
      'project.yaml': {
        name: 'shop',
        backend: {...backend, encryption: {age: {recipients: [age.recipient]}}},
      },
      'spec.yaml': {resources: [record('small')]},
    },
  });
  const env = {...terraform.env, GANTRY_AGE_KEY: age.key};
  return {
    stack,
    env,
    run: async (...args: readonly string[]) => {
      const ran = await stack.gantry(args, {env});
      expect(ran, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`).toMatchObject({code: 0});
      return ran;
    },
    preview: async () => (await stack.json<Plan>(['preview'], {env})).document,
  };
}

/** Runs each command that plans or looks at a stack. */
async function everyCommand({stack, run, preview}: Awaited<ReturnType<typeof openStack>>): Promise<void> {
  const first = await preview();
  expect(first).toMatchObject({cluster: {method: 'no-cluster'}, changes: [{action: 'create'}]});
  const shown = await run('preview');
  expect(shown.stdout).not.toContain('none, none');
  await run('apply', '--yes');
  expect((await preview()).changes).toMatchObject([{action: 'unchanged'}]);
  await run('preview', '--exclude', 'terraform_data');
  await run('drift');
  await stack.write({'spec.yaml': {resources: [record('large')]}});
  expect((await preview()).changes).toMatchObject([{action: 'update'}]);
  await run('apply', '--yes');
  await run('release', 'rollback', '--to', '1', '--yes');
  await run('release', 'show');
  await run('release', 'list');
  await run('destroy', '--yes');
}

describe.runIf(hasTerraform())('a stack without Kubernetes resources', () => {
  it('a stack without Kubernetes resources needs no kubeconfig', async () => {
    await everyCommand(await openStack({kubeconfig_path: '/not/there'}));
  });

  it('a stack without Kubernetes resources sends nothing to the cluster of its workspace', async () => {
    const cluster = await httpDouble(() => ({status: 500, body: {}}), {tls: false});
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      clusters: [{name: 'c', cluster: {server: cluster.url}}],
      users: [{name: 'u', user: {}}],
      contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    };
    const opened = await openStack({kubeconfig_path: '../kubeconfig.yaml'});
    await opened.stack.write({'kubeconfig.yaml': kubeconfig});
    await everyCommand(opened);
    expect(cluster.asked).toEqual([]);
    // A Kubernetes resource needs it again.
    await opened.stack.write({
      'spec.yaml': {
        resources: [
          record('small'),
          {
            id: 'v1:ConfigMap:shop:web',
            type: 'Kubernetes',
            attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web', namespace: 'shop'}},
          },
        ],
      },
    });
    expect((await opened.stack.gantry(['preview'], opened)).code).not.toBe(0);
    expect(cluster.asked.length).toBeGreaterThan(0);
  });

  onCluster('a stack without Kubernetes resources, whose backend is a cluster', (cluster) => {
    it('a stack without Kubernetes resources sends its backend the only requests', async () => {
      const namespace = cluster.freshNamespace('alone');
      await cluster.create(namespaceObject(namespace));
      const proxy = await startRecordingProxy(cluster.kubeconfigPath);
      atEndOfTest(proxy.close);
      const opened = await openStack({kubeconfig_path: '../kubeconfig.yaml'}, {kubernetes: {namespace}});
      await opened.stack.write({'kubeconfig.yaml': proxy.kubeconfig});
      await opened.run('apply', '--yes');
      expect((await opened.preview()).changes).toMatchObject([{action: 'unchanged'}]);
      await opened.run('destroy', '--yes');
      const backend = new RegExp(`^/api/v1/namespaces/${namespace}(?:/secrets(?:[/?].*)?)?$`);
      expect(proxy.requests.length).toBeGreaterThan(0);
      expect(proxy.requests.map(({path}) => path).filter((path) => !backend.test(path))).toEqual([]);
    });
  });
});
