import {setTimeout as sleep} from 'node:timers/promises';
import {kubernetesBackend} from '../../src/adapters/kubernetes/backend/kubernetes-backend.ts';
import {connect} from '../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {openSecretObjects} from '../../src/adapters/kubernetes/runtime/secrets/open-secret-objects.ts';
import type {Event} from '../../src/core/event.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {Clock} from '../../src/ports/clock.ts';
import type {ClusterAccess} from '../../src/ports/cluster-access.ts';
import {type FaultProxy, startFaultProxy} from './fault-proxy.ts';
import type {Faults} from './reliability/faults.ts';

export const accessBy = (kubeconfigPath: string): Promise<ClusterAccess> =>
  connect(
    {workspace: 'test', field: 'test', from: {kind: 'files', paths: [kubeconfigPath], skipped: []}},
    {env: process.env},
  );

/** Waits between tries, a tenth of what it is asked to: how long they are is tested where they are decided. */
const hurried: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms / 10, undefined, {signal}),
};

/** The Secrets of a namespace that exists as a backend, over a connection of its own. */
export function secretsBackend(
  access: ClusterAccess,
  namespace: string,
  onEvent: (event: Event) => void = () => {},
): Backend {
  const secrets = openSecretObjects(access, namespace, {clock: hurried, onEvent});
  return kubernetesBackend({secrets, clock: hurried, workspace: 'test'});
}

/** The cluster of a kubeconfig behind a proxy that fails; the clock of its answers is a minute ahead. */
export async function faultyCluster(
  kubeconfigPath: string,
  faults: Faults,
  speaks: 'http' | 'h2',
): Promise<FaultProxy & {readonly access: ClusterAccess}> {
  const access = await accessBy(kubeconfigPath);
  const {certificate, headers} = await access.credential();
  const proxy = await startFaultProxy({
    to: access.server,
    tls: {
      ca: access.tls.ca ?? '',
      cert: certificate?.cert.reveal() ?? '',
      key: certificate?.key.reveal() ?? '',
    },
    speaks,
    faults,
    errorBody: (code) => ({
      type: 'application/json',
      text: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Status',
        status: 'Failure',
        code,
        reason: code === 504 ? 'Timeout' : 'InternalError',
        message: 'the proxy says so',
      }),
    }),
    skewMs: 60_000,
  });
  const tls = {insecure: false, ...(proxy.ca === undefined ? {} : {ca: proxy.ca})};
  return {...proxy, access: {...access, server: proxy.url, tls, credential: async () => ({headers})}};
}
