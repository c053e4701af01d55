import {readFile} from 'node:fs/promises';
import {isIP} from 'node:net';
import {join} from 'node:path';
import {Secret} from '../../../core/secret/secret.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import type {Problem} from './problem.ts';
import {readText} from './read-files.ts';

export const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Access of a pod to its own cluster, by its service account. */
export async function connectInCluster(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
  problem: Problem,
): Promise<ClusterAccess> {
  const [host, port] = [env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT'] ?? '443'];
  if (!host) throw problem('this is not a pod: KUBERNETES_SERVICE_HOST is not set');
  const ca = await readText(join(directory, 'ca.crt'), problem);
  const token = () => readText(join(directory, 'token'), problem);
  // A pod without a token is found out now, not at the first request.
  await token();
  const namespace = await readFile(join(directory, 'namespace'), 'utf8').catch(() => '');
  return {
    server: `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    contextName: 'in-cluster',
    ...(namespace.trim() === '' ? {} : {namespace: namespace.trim()}),
    tls: {ca, insecure: false},
    // The kubelet renews the file, so each credential is read anew.
    credential: async () => ({
      headers: [{name: 'authorization', value: new Secret(`Bearer ${(await token()).trim()}`)}],
    }),
  };
}
