import {expect, it} from 'vitest';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('a namespace that is being deleted', (cluster) => {
  it.each([
    {name: 'the stack names', own: true, declared: false, code: 0, says: 'is being deleted'},
    {name: 'the files declare', own: false, declared: true, code: 0, says: 'is being deleted'},
    {name: 'neither names', own: false, declared: false, code: 3, says: 'being terminated'},
  ])(
    'the preview of an object reports a namespace that is being deleted and that $name',
    async ({own, declared, code, says}) => {
      const [namespace, ending] = [cluster.freshNamespace(), cluster.freshNamespace('ending')];
      await cluster.create(namespaceObject(ending));
      const held = {apiVersion: 'v1', kind: 'ConfigMap', namespace: ending, name: 'held'};
      const metadata = {name: 'held', namespace: ending, finalizers: ['gantry.dev/test']};
      await cluster.create({apiVersion: 'v1', kind: 'ConfigMap', metadata});
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace: own ? ending : namespace,
        files: {
          'manifests/a.yaml': {...configMap('a', {a: '1'}), metadata: {name: 'a', namespace: ending}},
          ...(declared ? {'manifests/namespace.yaml': namespaceObject(ending)} : {}),
        },
      });
      await cluster.delete({apiVersion: 'v1', kind: 'Namespace', name: ending});
      const ran = await stack.gantry(['preview']);
      expect(ran.code, ran.stderr).toBe(code);
      expect(ran.stdout + ran.stderr).toContain(says);
      expect(ran.stdout + ran.stderr).toContain(ending);
      await cluster.patchAs('other', held, {metadata: {finalizers: null}});
    },
  );
});
