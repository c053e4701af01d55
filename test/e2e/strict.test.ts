import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const READ = [{apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'list', 'watch']}];

onCluster('gantry preview --strict', (cluster) => {
  const {kubeconfigPath} = cluster;
  it.skipIf(!clusterHas('users'))(
    'a strict preview fails for a missing permission with the message of the server, and a plain one shows it',
    async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const stack = await makeStack({
        kubeconfigPath: await userOf(cluster, namespace, READ),
        namespace,
        files: manifests(configMap('settings', {a: '1'}), deployment('web')),
      });
      const {document} = await stack.json<Plan>(['preview']);
      for (const {verified, reason} of document.changes)
        expect({verified, reason}).toEqual({verified: false, reason: expect.stringContaining('cannot patch resource')});
      const strict = await stack.json<{error: {code: string; detail: string}}>(['preview', '--strict']);
      expect(strict.code).toBe(4);
      expect(strict.document.error.code).toBe('permission/denied');
      for (const resource of ['configmaps', 'deployments'])
        expect(strict.document.error.detail).toContain(`cannot patch resource "${resource}"`);
    },
  );

  it('a strict preview passes objects that are unverified only because their namespace, kind or a value is planned', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        widgetDefinition({group}),
        {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w'}, spec: {}},
        configMap('settings', {a: '1'}),
      ),
    });
    const {document, code} = await stack.json<Plan>(['preview', '--strict']);
    expect(code).toBe(0);
    expect(document.changes.filter(({verified}) => !verified).map(({reason}) => reason)).toEqual(
      expect.arrayContaining(['its kind is created by this plan', 'its namespace is created by this plan']),
    );
    await applied(stack);
    expect((await stack.gantry(['preview', '--strict'])).code).toBe(0);
  });
});
