import {expect, it} from 'vitest';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject} from '../rig/project.ts';

onCluster('gantry destroy --all', (cluster) => {
  it.each([
    {name: 'after the stacks that depend on it', dependsOn: ['ground']},
    {name: 'in a project that says no order', dependsOn: []},
  ])(
    'destroy --all deletes a Namespace that one stack owns and others use, $name, without false alarms',
    async ({dependsOn}) => {
      const [namespace, shared] = [cluster.freshNamespace(), cluster.freshNamespace('shared')];
      const inShared = (name: string) => ({...configMap(name, {a: '1'}), metadata: {name, namespace: shared}});
      const project = await makeProject({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        stacks: {
          ground: {manifests: {shared: namespaceObject(shared), own: inShared('own')}},
          api: {head: {dependsOn: ['ground']}, manifests: {api: inShared('api')}},
          web: {head: {dependsOn: ['ground']}, manifests: {web: inShared('web')}},
        },
      });
      expect(await project.gantry(['apply', '--all', '--yes'])).toMatchObject({code: 0});
      for (const name of ['api', 'web'])
        await project.write({
          [`${name}/stack.yaml`]: {
            name,
            workspace: 'test',
            namespace,
            dependsOn,
            sources: [{manifests: 'manifests/*'}],
          },
        });
      const shown = await project.gantry(['destroy', '--all', '--dry-run']);
      expect(shown, shown.stderr).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('1 object is deleted with it'),
      });
      expect(shown.stderr + shown.stdout).not.toMatch(/not of this stack|no longer in the cluster/);
      const args = ['destroy', '--all', '--yes', '--allow-delete', `v1:Namespace:${shared}`];
      const ran = await project.gantry(args);
      expect(ran, ran.stderr + ran.stdout).toMatchObject({code: 0});
      expect(ran.stderr + ran.stdout).not.toMatch(/not of this stack|no longer in the cluster|stale/);
      expect(ran.stdout).toContain('3 stacks: 3 destroyed.');
      expect(ran.stdout).not.toContain('applied');
      expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: shared})).toBeUndefined();
    },
  );
});
