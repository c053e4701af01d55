import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused, type Refusal} from './support/refusal.ts';

const configMap = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name},
  ...more,
});

type Wrong = Refusal & {readonly name: string; readonly files: Readonly<Record<string, unknown>>};

const WRONG: readonly Wrong[] = [
  {
    name: 'a YAML syntax error, with its line',
    files: {'manifests/broken.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [a\n'},
    exit: 3,
    code: 'input/invalid',
    says: [/manifests\/broken\.yaml:\d+:\d+/],
  },
  {
    name: 'an unknown field of stack.yaml, with the one that was meant',
    files: {'stack.yaml': 'name: shop\nworkspace: test\nnamespce: shop\nsources:\n  - manifests: manifests/*\n'},
    exit: 3,
    code: 'input/invalid',
    says: [/stack\.yaml:3:1/, 'namespce', 'namespace'],
  },
  {
    name: 'an unknown field of the workspace, with the one that was meant',
    files: {'workspaces/test.yaml': 'name: test\ncontxt:\n  kubeconfig_path: x\n'},
    exit: 3,
    code: 'input/invalid',
    says: [/workspaces\/test\.yaml:2:1/, 'contxt', 'context'],
  },
  {
    name: 'a misspelt key of the context, with the one that was meant',
    files: {'workspaces/test.yaml': 'context:\n  kubeconfg_path: /etc/x\n'},
    exit: 3,
    code: 'input/invalid',
    says: [/workspaces\/test\.yaml:2:3/, 'kubeconfg_path', 'kubeconfig_path'],
  },
  {
    name: 'two objects of one id, with both places',
    files: {'manifests/a.yaml': configMap('twin'), 'manifests/b.yaml': configMap('twin')},
    exit: 3,
    code: 'input/invalid',
    says: [/manifests\/a\.yaml:\d/, /manifests\/b\.yaml:\d/, 'twin'],
  },
  {
    name: 'a glob that matches nothing',
    files: {'stack.yaml': 'workspace: test\nsources:\n  - manifests: nothing/*.yaml\n'},
    exit: 3,
    code: 'input/invalid',
    says: [/stack\.yaml:3:\d+/, 'nothing/*.yaml'],
  },
  {
    name: 'a workspace that does not exist, with those that do',
    files: {'stack.yaml': 'workspace: tset\nsources:\n  - manifests: manifests/*\n'},
    exit: 3,
    code: 'workspace/not-found',
    says: ['tset', 'stack.yaml', 'Workspaces here: sandbox, test'],
  },
];

onCluster('invalid files', (cluster) => {
  it.each(WRONG)('$name', async ({files, ...refusal}) => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {'manifests/good.yaml': configMap('good'), ...files},
    });
    for (const args of [['preview'], ['apply', '--yes']]) await expectRefused(stack, args, refusal);
    await expectNothingRecorded(stack);
  });

  it('validate and apply report every error of several files at once', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'manifests/a.yaml': 'kind: ConfigMap\nmetadata: {name: a}\n',
        'manifests/b.yaml': 'apiVersion: v1\nmetadata: {name: b}\n',
        'manifests/c.yaml': 'a: [\n',
        'manifests/d.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 7}\n',
      },
    });
    const says = ['a', 'b', 'c', 'd'].map((name) => new RegExp(`manifests/${name}\\.yaml:\\d+:\\d+`));
    for (const args of [['validate'], ['build'], ['apply', '--yes']]) {
      const {machine} = await expectRefused(stack, args, {exit: 3, code: 'input/invalid', says});
      expect(machine.document.error.diagnostics).toHaveLength(4);
    }
  });
});
