import {expect, it} from 'vitest';
import {onCluster} from '../rig/on-cluster.ts';
import {repository} from '../rig/repository.ts';
import {makeStack} from '../rig/stack.ts';
import {expectNothingRecorded, expectRefused} from './support/refusal.ts';

const configMap = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}});

onCluster('a run that must not start', (cluster) => {
  it('a suspended workspace refuses apply and destroy (5), but not preview', async () => {
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

  it('a stack of another repository with the same names does not prune the releases, nor show them as pruned (5)', async () => {
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

  it.each([
    {name: 'two directories without git', repositories: [undefined, undefined]},
    {name: 'a repository and a directory without git', repositories: ['first', undefined]},
    {name: 'a directory without git and a repository', repositories: [undefined, 'second']},
  ])(
    'a stack from $name with the same names is refused (5), until --take-over-project records the new origin',
    async (given) => {
      const namespace = cluster.freshNamespace();
      const stackOf = (name: string, remote: string | undefined) =>
        makeStack({
          kubeconfigPath: cluster.kubeconfigPath,
          namespace,
          files: {[`manifests/${name}.yaml`]: configMap(name), ...(remote === undefined ? {} : repository(remote))},
        });
      const [remote, otherRemote] = given.repositories;
      const [first, second] = [await stackOf('first', remote), await stackOf('second', otherRemote)];
      const env = {GANTRY_HOME: `${first.home}/.gantry`};
      const live = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
      expect(await first.gantry(['apply', '--yes'])).toMatchObject({code: 0});
      for (const args of [['preview'], ['apply', '--yes'], ['destroy', '--yes']]) {
        const says = [remote ?? first.dir, otherRemote ?? second.dir, '--take-over-project'];
        await expectRefused(second, args, {exit: 5, code: 'release/foreign-origin', says}, {env});
      }
      expect(await live('first')).toBeDefined();
      const taken = await second.gantry(['apply', '--yes', '--take-over-project'], {env});
      expect(taken).toMatchObject({code: 0, stderr: expect.stringContaining('from now on they belong to')});
      expect(await live('first')).toBeUndefined();
      expect(await second.gantry(['preview'], {env})).toMatchObject({code: 0});
      const says = [otherRemote ?? second.dir];
      await expectRefused(first, ['preview'], {exit: 5, code: 'release/foreign-origin', says});
    },
  );

  it('without confirmation and without a terminal the error names the flag (3)', async () => {
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {'manifests/a.yaml': configMap('a')},
    });
    await expectRefused(stack, ['apply'], {exit: 3, code: 'input/confirmation-needed', says: ['--yes']});
    await expectNothingRecorded(stack);
  });
});
