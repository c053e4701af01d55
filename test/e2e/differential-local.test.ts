import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const READ = [{apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'list', 'watch']}];

onCluster(
  'a read-only user',
  (cluster) => {
    it('a read-only user sees the same changes as a user who can write: deleted, created and kept fields', async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const env = (...names: readonly string[]) => names.map((name) => ({name, value: name}));
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: manifests(
          configMap('settings', {shared: '1', gone: '1', kept: '1'}, {labels: {team: 'a', gone: 'x'}}),
          deployment('web', {env: env('A', 'B', 'C'), ports: [{containerPort: 80}, {containerPort: 90}]}),
        ),
      });
      await applied(stack);
      const settings = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'settings', namespace}};
      await cluster.applyAs('other', {...settings, data: {shared: '1', theirs: '1'}});

      await stack.write(
        manifests(
          configMap('settings', {kept: '1', added: '2'}, {labels: {team: 'b'}}),
          deployment('web', {env: env('C', 'A'), ports: [{containerPort: 80}]}),
        ),
      );
      const asked = await stack.json<Plan>(['preview']);
      await stack.write({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: await userOf(cluster, namespace, READ)}},
      });
      const local = await stack.json<Plan>(['preview']);

      const fields = ({document}: {document: Plan}) =>
        document.changes.map(({id, fields: found}) => ({
          id,
          fields: found.map(({path, before, after}) => ({path, before, after})),
        }));
      expect(local.document.changes.map(({verified}) => verified)).toEqual([false, false]);
      expect(fields(asked).flatMap((change) => change.fields)).toEqual(
        expect.arrayContaining([
          {path: 'data.gone', before: '1', after: undefined},
          {path: 'data.added', before: undefined, after: '2'},
          expect.objectContaining({path: 'spec.template.spec.containers[name="app"].env[name="B"]', after: undefined}),
        ]),
      );
      expect(JSON.stringify(fields(asked))).not.toContain('shared');
      expect(fields(local)).toEqual(fields(asked));
    });
  },
  {needs: ['users']},
);
