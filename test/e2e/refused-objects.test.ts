import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused, type Refusal} from './support/refusal.ts';

const good = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'good'}, data: {a: '1'}};

const deployment = (change: {readonly spec?: object; readonly container?: object}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web'},
  spec: {
    selector: {matchLabels: {app: 'web'}},
    template: {
      metadata: {labels: {app: 'web'}},
      spec: {containers: [{name: 'web', image: 'web:1', ...change.container}]},
    },
    ...change.spec,
  },
});

type Wrong = Refusal & {readonly name: string; readonly object: unknown};

const FILE = /manifests\/wrong\.yaml:\d+/;
const WRONG: readonly Wrong[] = [
  {
    name: 'an unknown field, with the one that was meant',
    object: deployment({spec: {replica: 2}}),
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'apps/v1:Deployment', 'spec.replica', 'replicas'],
  },
  {
    name: 'a field of the wrong type',
    object: deployment({spec: {replicas: 'two'}}),
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'apps/v1:Deployment', 'spec.replicas'],
  },
  {
    name: 'a value that only the server can judge',
    object: deployment({container: {ports: [{containerPort: 70_000}]}}),
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'apps/v1:Deployment', 'containerPort', '70000'],
  },
  {
    name: 'an unknown kind, with the one that was meant',
    object: {...deployment({}), kind: 'Deploymnt'},
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'Deploymnt', 'Deployment'],
  },
  {
    name: 'a group that the cluster does not know',
    object: {apiVersion: 'example.org/v1', kind: 'Shop', metadata: {name: 'x'}},
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'example.org/v1', 'Shop'],
  },
  {
    name: 'a name that is no DNS name',
    object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'Not_A_Name'}},
    exit: 3,
    code: 'object/refused',
    says: [FILE, 'Not_A_Name', 'metadata.name'],
  },
];

onCluster('objects that the server refuses', (cluster) => {
  /** One that exists: the server looks at nothing in a namespace that it does not have yet. */
  const existingNamespace = async (): Promise<string> => {
    const name = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name}});
    return name;
  };

  it.each(WRONG)('$name', async ({object, ...refusal}) => {
    const namespace = await existingNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {'manifests/good.yaml': good, 'manifests/wrong.yaml': object},
    });
    for (const args of [['preview'], ['apply', '--yes']]) await expectRefused(stack, args, refusal);
    await expectNothingRecorded(stack);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'good'})).toBeUndefined();
  });

  it('several are refused together, and the good one beside them is not applied', async () => {
    const namespace = await existingNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        'manifests/good.yaml': good,
        'manifests/a.yaml': deployment({container: {ports: [{containerPort: 70_000}]}}),
        'manifests/b.yaml': {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: {name: 'b'},
          spec: {ports: [{port: 0}], type: 'Nonsense'},
        },
      },
    });
    const says = [/manifests\/a\.yaml:\d+/, /manifests\/b\.yaml:\d+/, 'Nonsense', '70000'];
    await expectRefused(stack, ['apply', '--yes'], {exit: 3, code: 'object/refused', says});
    await expectNothingRecorded(stack);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'good'})).toBeUndefined();
  });

  it('an object that is refused leaves the last release, and the next apply is free to go on', async () => {
    const namespace = await existingNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {'manifests/good.yaml': good},
    });
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(0);
    await stack.write({'manifests/wrong.yaml': deployment({spec: {replicas: -1}})});
    await expectRefused(stack, ['apply', '--yes'], {exit: 3, code: 'object/refused', says: ['replicas']});
    expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toHaveLength(1);
    await stack.remove('manifests/wrong.yaml');
    expect((await stack.gantry(['apply', '--yes', '--lock-timeout', '0'])).code).toBe(0);
  });
});
