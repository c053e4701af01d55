import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import type {Cluster} from './cluster.ts';
import {atEndOfTest} from './end-of-test.ts';
import {ageIdentity} from './sealed-backend.ts';
import {makeStack} from './stack.ts';
import {testedTerraform} from './terraform.ts';

export const terraformId = (name: string): string => `terraform:builtin:terraform_data:${name}`;

/** A resource of type terraform_data in a spec file. */
export const terraformData = (
  name: string,
  attributes: JsonObject,
  {extensions = {}, dependsOn = []}: {readonly extensions?: JsonObject; readonly dependsOn?: readonly string[]} = {},
): JsonObject => ({
  id: terraformId(name),
  type: 'Terraform',
  attributes,
  dependsOn: [...dependsOn],
  extensions: {provider: 'terraform.io/builtin/terraform', resourceType: 'terraform_data', ...extensions},
});

/** A ConfigMap in a spec file. */
export const configMap = (namespace: string, name: string, data: JsonObject): JsonObject => ({
  id: `v1:ConfigMap:${namespace}:${name}`,
  type: 'Kubernetes',
  attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, namespace}, data},
});

/** A stack with a sealed backend and the terraform of this machine. Its spec file is written by the test. */
export async function terraformStack(cluster: Cluster, files: Readonly<Record<string, unknown>> = {}) {
  const namespace = cluster.freshNamespace('tf');
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  const age = await ageIdentity();
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const settings = {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]};
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {
      'stack.yaml': settings,
      'project.yaml': {
        name: 'shop',
        backend: {local: {path: 'state'}, encryption: {age: {recipients: [age.recipient]}}},
      },
      ...files,
    },
  });
  const env: Readonly<Record<string, string>> = {...terraform.env, GANTRY_AGE_KEY: age.key};
  return {
    namespace,
    stack,
    env,
    memory: terraform.memory,
    /** The commands of terraform since the last call, without `version`. */
    commands: takeCommands(terraform.calls),
    spec: (...resources: readonly JsonObject[]) => stack.write({'spec.yaml': {resources}}),
    settings: (more: JsonObject) => stack.write({'stack.yaml': {...settings, ...more}}),
    run: (...args: readonly string[]) => stack.gantry(args, {env}),
    apply: (...args: readonly string[]) => stack.gantry(['apply', '--yes', '--no-wait', ...args], {env}),
    preview: async (...args: readonly string[]) => (await stack.json<Plan>(['preview', ...args], {env})).document,
  };
}

function takeCommands(calls: () => readonly string[]): () => readonly string[] {
  let seen = 0;
  return () => {
    const all = calls();
    const fresh = all.slice(seen).map((line) => line.split(' ')[0] ?? '');
    seen = all.length;
    return fresh.filter((name) => name !== 'version');
  };
}

export const actionsOf = ({changes}: Plan): Readonly<Record<string, string>> =>
  Object.fromEntries(changes.map(({id, action}) => [id, action]));

export const changeOf = ({changes}: Plan, id: string): Change | undefined => changes.find((one) => one.id === id);
