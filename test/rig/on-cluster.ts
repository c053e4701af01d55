import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, inject} from 'vitest';
import {systemClock} from '../../src/adapters/clock/system-clock.ts';
import {connect} from '../../src/adapters/clusters/kubeconfig/connect.ts';
import {type KubernetesClient, openClient} from '../../src/adapters/runtimes/kubernetes/client/client.ts';
import {Cluster} from './cluster.ts';

/**
 * A suite on the real control plane, named after what it runs against; skipped with the reason where there is none. The cluster
 * is the suite's own door to the server, beside Gantry: it makes namespaces that end with the suite and acts as other people do.
 */
export function onCluster(title: string, suite: (cluster: Cluster) => void): void {
  const given = inject('cluster');
  const runs = given.kind === 'up' && given.lacks.length === 0;
  describe.skipIf(!runs)(`${title} (${given.name})`, () => {
    const cluster = new Cluster(given.kind === 'up' ? given.kubeconfigPath : '');
    const cacheDir = join(tmpdir(), `gantry-e2e-cache-${randomBytes(4).toString('hex')}`);
    let client: KubernetesClient;
    beforeAll(async () => {
      const source = {
        workspace: 'test',
        field: 'test',
        from: {kind: 'files', paths: [cluster.kubeconfigPath], skipped: []},
      } as const;
      client = await openClient(await connect(source, {env: process.env}), {
        cacheDir,
        clock: systemClock,
        onEvent: () => {},
      });
      cluster.open(client);
    });
    afterAll(async () => {
      await cluster.clean();
      await client.close();
      await rm(cacheDir, {recursive: true, force: true});
    });
    suite(cluster);
  });
}
