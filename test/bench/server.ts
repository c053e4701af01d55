import {request} from 'node:https';
import {load} from 'js-yaml';
import type {BareServer} from './bare-client.ts';

/** Returns the server and the client certificate of a kubeconfig. */
export function bareServer(kubeconfig: string): BareServer {
  const {clusters, users} = load(kubeconfig) as {
    clusters: {cluster: Record<string, string>}[];
    users: {user: Record<string, string>}[];
  };
  const decoded = (text: string | undefined) => Buffer.from(text ?? '', 'base64').toString();
  const {cluster = {}} = clusters[0] ?? {};
  const {user = {}} = users[0] ?? {};
  return {
    server: cluster['server'] ?? '',
    ca: decoded(cluster['certificate-authority-data']),
    cert: decoded(user['client-certificate-data']),
    key: decoded(user['client-key-data']),
  };
}

/** Requests that people and tools send, as the server counted them: not those of its own controllers. */
export async function countRequests(server: BareServer): Promise<number> {
  const text = await read(server, '/metrics');
  const own =
    /resource="(leases|events|endpoints|endpointslices|replicasets|pods|tokenreviews|subjectaccessreviews)"|subresource="(status|finalize)"/;
  return [...text.matchAll(/^apiserver_request_total\{([^}]*)\} (\S+)$/gm)]
    .filter(([, labels = '']) => /verb="(APPLY|PATCH|POST|GET|LIST|DELETE|PUT)"/.test(labels) && !own.test(labels))
    .reduce((sum, [, , value]) => sum + Number(value), 0);
}

const LISTS = [
  'api/v1/configmaps',
  'apis/apps/v1/deployments',
  'api/v1/services',
  'api/v1/secrets',
  'api/v1/serviceaccounts',
];

/** Counts the objects of the corpus in namespaces with a prefix, by the revision in their label. */
export async function countObjects(
  server: BareServer,
  prefix: string,
): Promise<{readonly all: number; readonly changed: number}> {
  const lists = await Promise.all(LISTS.map((path) => read(server, `/${path}?labelSelector=team%3Dperf`)));
  const objects = lists.flatMap((text) => (JSON.parse(text) as {items: readonly Listed[]}).items);
  const own = objects.filter(({metadata}) => metadata.namespace.startsWith(`${prefix}-`));
  return {all: own.length, changed: own.filter(({metadata}) => metadata.labels.rev === '2').length};
}

type Listed = {readonly metadata: {readonly namespace: string; readonly labels: {readonly rev: string}}};

function read({server, ca, cert, key}: BareServer, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(new URL(path, server), {ca, cert, key}, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
