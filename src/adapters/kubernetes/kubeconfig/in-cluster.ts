import {readFile} from 'node:fs/promises';
import {isIP} from 'node:net';
import {join} from 'node:path';
import type {JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {defined} from '../../../lib/defined.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import type {Problem} from './problem.ts';
import {readText} from './read-files.ts';

/** The directory in which Kubernetes mounts token, CA and namespace of a pod's ServiceAccount. */
export const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the access of a pod to its own cluster, by its service account. */
export async function connectInCluster(env: Env, directory: string, problem: Problem): Promise<ClusterAccess> {
  const {server, ca, namespace, tokenFile} = await readAccount(env, directory, problem);
  const token = () => readText(tokenFile, problem);
  // A pod without a token is reported now, not at the first request.
  await token();
  return {
    server,
    contextName: 'in-cluster',
    ...defined({namespace: namespace === '' ? undefined : namespace}),
    tls: {ca, insecure: false},
    // The kubelet renews the file, so it is read for each credential.
    credential: async () => ({
      headers: [{name: 'authorization', value: new Secret(`Bearer ${(await token()).trim()}`)}],
    }),
  };
}

/** Returns the same as parts of a kubeconfig; the token stays in its file, which the kubelet renews. */
export async function flatInCluster(env: Env, directory: string, problem: Problem) {
  const {server, ca, namespace, tokenFile} = await readAccount(env, directory, problem);
  const cluster: JsonObject = {server, 'certificate-authority-data': Buffer.from(ca).toString('base64')};
  const user: JsonObject = {tokenFile};
  const context: JsonObject = namespace === '' ? {} : {namespace};
  return {server, cluster, user, context};
}

async function readAccount(env: Env, directory: string, problem: Problem) {
  const [host, port] = [env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT'] ?? '443'];
  if (!host) throw problem('this is not a pod: KUBERNETES_SERVICE_HOST is not set');
  const server = `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const ca = await readText(join(directory, 'ca.crt'), problem);
  const namespace = (await readFile(join(directory, 'namespace'), 'utf8').catch(() => '')).trim();
  return {server, ca, namespace, tokenFile: join(directory, 'token')};
}
