import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused} from './support/refusal.ts';

const configMap = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}});

const repository = (name: string) => ({
  '.git/config': `[core]\n[remote "origin"]\n\turl = https://robot:hunter2@git.example/acme/${name}.git\n`,
});

onCluster('a run that must not begin', (cluster) => {
  it('in a suspended workspace: apply and destroy are refused (5), preview is not', async () => {
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {
        'manifests/a.yaml': configMap('a'),
        'workspaces/test.yaml': {suspended: true, context: {kubeconfig_path: cluster.kubeconfigPath}},
      },
    });
    const preview = await stack.gantry(['preview']);
    expect(preview).toMatchObject({code: 0, stderr: expect.stringContaining('the workspace test is suspended')});
    for (const args of [
      ['apply', '--yes'],
      ['destroy', '--yes'],
    ])
      await expectRefused(stack, args, {exit: 5, code: 'workspace/suspended', says: ['"test"']});
    await expectNothingRecorded(stack);
  });

  it('from another repository under the same names: its releases are neither pruned nor shown as to be pruned (5)', async () => {
    const namespace = cluster.freshNamespace();
    const stackOf = (name: string) =>
      makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: {[`manifests/${name}.yaml`]: configMap(name), ...repository(name)},
      });
    const [first, second] = [await stackOf('first'), await stackOf('second')];
    const env = {GANTRY_HOME: `${first.home}/.gantry`};
    expect(await first.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    for (const args of [['preview'], ['apply', '--yes'], ['destroy', '--yes']]) {
      const says = ['git.example/acme/first', 'git.example/acme/second'];
      await expectRefused(second, args, {exit: 5, code: 'release/foreign-origin', says}, {env});
    }
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'first'})).toBeDefined();
  });

  it('without a yes and without a terminal: the error names the flag (3)', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {'manifests/a.yaml': configMap('a')},
    });
    await expectRefused(stack, ['apply'], {exit: 3, code: 'input/confirmation-needed', says: ['--yes']});
    await expectNothingRecorded(stack);
  });
});
