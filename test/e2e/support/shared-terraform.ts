import type {SharedList} from '../../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../../src/core/json.ts';
import type {Plan} from '../../../src/core/plan/plan.ts';
import type {Cluster} from '../../rig/cluster.ts';
import {ageIdentity} from '../../rig/sealed-backend.ts';
import {makeStack, type Ran, type Stack} from '../../rig/stack.ts';

/** A shared stack and a stack that uses it, in one sealed backend. Their spec files are written by the test. */
export type SharedTerraform = {
  readonly made: Stack;
  readonly namespace: string;
  readonly env: Readonly<Record<string, string>>;
  readonly shared: (...resources: readonly JsonObject[]) => Promise<void>;
  readonly shop: (...resources: readonly JsonObject[]) => Promise<void>;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** Runs a command that must succeed. */
  readonly done: (...args: readonly string[]) => Promise<Ran>;
  readonly preview: (stack: string) => Promise<Plan>;
  readonly list: (...args: readonly string[]) => Promise<SharedList['resources']>;
  /** All output so far. */
  readonly said: () => string;
};

export async function sharedTerraform(
  cluster: Cluster,
  terraform: Readonly<Record<string, string>>,
): Promise<SharedTerraform> {
  const namespace = cluster.freshNamespace('tfshared');
  const age = await ageIdentity();
  const made = await makeStack({name: 'root', kubeconfigPath: cluster.kubeconfigPath});
  await made.remove('stack.yaml');
  const project = {
    workspaces: '../workspaces',
    backend: {local: {path: '../state'}, encryption: {age: {recipients: [age.recipient]}}},
  };
  const stack = {workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]};
  await made.write({
    'shared/project.yaml': project,
    'shared/stack.yaml': stack,
    'shop/project.yaml': project,
    'shop/stack.yaml': stack,
  });
  const env = {...terraform, GANTRY_AGE_KEY: age.key};
  const all: Ran[] = [];
  const run = async (...args: readonly string[]): Promise<Ran> => {
    const ran = await made.gantry(args, {env});
    all.push(ran);
    return ran;
  };
  const done = async (...args: readonly string[]): Promise<Ran> => {
    const ran = await run(...args);
    if (ran.code !== 0) throw new Error(`${args.join(' ')} ended with ${ran.code}: ${ran.stdout}${ran.stderr}`);
    return ran;
  };
  const document = async <T>(...args: readonly string[]): Promise<T> =>
    JSON.parse((await done(...args, '-o', 'json')).stdout) as T;
  return {
    made,
    namespace,
    env,
    shared: (...resources) => made.write({'shared/spec.yaml': {resources}}),
    shop: (...resources) => made.write({'shop/spec.yaml': {resources}}),
    run,
    done,
    preview: (name) => document<Plan>('preview', '-s', name),
    list: async (...args) =>
      (await document<SharedList>('-C', 'shop', 'shared', 'list', '-w', 'test', ...args)).resources,
    said: () => JSON.stringify(all),
  };
}
