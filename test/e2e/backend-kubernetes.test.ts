import {onTestFinished} from 'vitest';
import {backendContract} from '../contract/backend.ts';
import {backendReliability} from '../contract/reliability.ts';
import {accessBy, faultyCluster, secretsBackend} from '../rig/kubernetes-backends.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';

onCluster('Secrets as a backend', (cluster) => {
  const emptyNamespace = async (): Promise<string> => {
    const namespace = cluster.freshNamespace('backend');
    await cluster.create(namespaceObject(namespace));
    return namespace;
  };

  backendContract('kubernetes', async () =>
    secretsBackend(await accessBy(cluster.kubeconfigPath), await emptyNamespace()),
  );

  for (const speaks of ['h2', 'http'] as const) {
    backendReliability(`kubernetes over ${speaks === 'h2' ? 'HTTP/2' : 'HTTP/1.1'}`, async (faults) => {
      const namespace = await emptyNamespace();
      const {access, close} = await faultyCluster(cluster.kubeconfigPath, faults, speaks);
      onTestFinished(close);
      let retries = 0;
      const count = ({type}: {readonly type: string}): void => {
        if (type === 'retry') retries++;
      };
      return {
        client: async () => secretsBackend(access, namespace, count),
        retries: () => retries,
        largeBytes: 800_000,
      };
    });
  }
});
