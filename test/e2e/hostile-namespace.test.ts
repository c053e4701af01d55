import {hostileContract} from '../contract/hostile.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';

onCluster('Secrets of a namespace that somebody changes', (cluster) => {
  hostileContract({
    kind: 'in the Secrets of a namespace',
    make: async () => {
      const namespace = cluster.freshNamespace('hostile');
      await cluster.create(namespaceObject(namespace));
      return secretsBackend(await accessBy(cluster.kubeconfigPath), namespace);
    },
    isSealed: true,
    timeoutMs: 600_000,
  });
});
