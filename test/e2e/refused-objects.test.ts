import {basename} from 'node:path';
import {expect, it} from 'vitest';
import {widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused, type Refusal} from './support/refusal.ts';

const good = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'good'}, data: {a: '1'}};

type DeploymentChange = {
  readonly spec?: object;
  readonly container?: object;
  readonly name?: string;
  readonly namespace?: string;
};

const deployment = (change: DeploymentChange) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: change.name ?? 'web', ...(change.namespace === undefined ? {} : {namespace: change.namespace})},
  spec: {
    selector: {matchLabels: {app: 'web'}},
    template: {
      metadata: {labels: {app: 'web'}},
      spec: {containers: [{name: 'web', image: 'web:1', ...change.container}]},
    },
    ...change.spec,
  },
});

type Told = {readonly file: string; readonly line: number; readonly message: string};

/** The errors of a preview, as a script reads them. */
async function errorsOf(stack: Stack): Promise<readonly Told[]> {
  type Document = {error: {diagnostics: {message: string; at?: {file: string; line: number}}[]}};
  const {document, code} = await stack.json<Document>(['preview']);
  expect(code).toBe(3);
  return document.error.diagnostics.map(({message, at}) => ({
    file: basename(at?.file ?? ''),
    line: at?.line ?? 0,
    message,
  }));
}

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

  it('several invalid objects are refused together, and the valid one beside them is not applied', async () => {
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

  it('local mistakes and refusals of the server are in one list, in the order of the files', async () => {
    const namespace = await existingNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        'manifests/a.yaml': deployment({container: {ports: [{containerPort: 70_000}]}}),
        'manifests/b.yaml': deployment({spec: {replica: 2}, name: 'b'}),
        'manifests/c.yaml': {...deployment({name: 'c'}), kind: 'Deploymnt'},
        'manifests/d.yaml': {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: {name: 'd'},
          spec: {ports: [{port: 80}], type: 'Nonsense'},
        },
        'manifests/good.yaml': good,
      },
    });
    const errors = await errorsOf(stack);
    expect(errors.map(({file}) => file)).toEqual(['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml']);
    expect(errors.every(({line}) => line > 0)).toBe(true);
  });

  it('an invalid object with a new namespace of its own is refused before anything is written', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        'manifests/a.yaml': deployment({container: {ports: [{containerPort: 70_000}]}}),
        'manifests/b.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'Not_A_Name'}},
        'manifests/good.yaml': good,
      },
    });
    const says = [/manifests\/a\.yaml:\d+/, '70000', /manifests\/b\.yaml:\d+/, 'Not_A_Name'];
    for (const args of [['preview'], ['apply', '--yes']])
      await expectRefused(stack, args, {exit: 3, code: 'object/refused', says});
    await expectNothingRecorded(stack);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();
  });

  it('an invalid object with a namespace that the stack declares is refused before anything is written', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'manifests/a.yaml': {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}},
        'manifests/b.yaml': deployment({spec: {replicas: -1}, namespace}),
      },
    });
    expect(await errorsOf(stack)).toMatchObject([{file: 'b.yaml', message: expect.stringContaining('replicas')}]);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();
  });

  it('a mistake that only follows from another one is not reported', async () => {
    const namespace = await existingNamespace();
    const group = `${namespace}.example.dev`;
    const definition = widgetDefinition({group});
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: {
        'manifests/a.yaml': {...definition, spec: {...Object(definition['spec']), scope: 5}},
        'manifests/b.yaml': {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w'}, spec: {}},
        'manifests/c.yaml': {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'web', labels: {a: 'not ok'}}},
        'manifests/d.yaml': {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: {name: 'web'},
          spec: {serviceAccountName: 'web', containers: [{name: 'web', image: 'web:1'}]},
        },
      },
    });
    expect((await errorsOf(stack)).map(({file}) => file)).toEqual(['a.yaml', 'c.yaml']);
  });

  it('a refused object keeps the last release, and the next apply works', async () => {
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
