import {onTestFinished} from 'vitest';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {serveCluster} from '../../src/sandbox/api/serve-cluster.ts';
import {newRun, serverOf} from '../../src/sandbox/run/run.ts';
import {memoryStore} from '../../src/sandbox/store/memory-store.ts';
import {recordedPack} from './recorded-pack.ts';

/** A user's kubeconfig entry: `cluster` and `user` as they stand in a kubeconfig. */
export type ClusterEntry = {
  readonly cluster: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
};

/** Starts another cluster than that of the suite, for one test, and answers how a kubeconfig leads there. */
export async function secondCluster(): Promise<ClusterEntry> {
  const {ca, identity, token} = newRun();
  const pack = recordedPack();
  const served = await serveCluster({store: memoryStore(), pack, clock: systemClock, identity, ca, token});
  onTestFinished(() => served.close());
  const data = Buffer.from(ca, 'utf8').toString('base64');
  return {cluster: {server: serverOf({port: served.port}), 'certificate-authority-data': data}, user: {token}};
}
