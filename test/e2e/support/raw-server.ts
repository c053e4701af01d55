import {readFileSync} from 'node:fs';
import {Agent, request} from 'node:https';
import {load} from 'js-yaml';
import type {JsonObject} from '../../../src/core/json.ts';

export type Answer = {readonly status: number; readonly body: JsonObject};

/** With a certificate, or with the token of a sandbox. */
type User = {readonly 'client-certificate-data'?: string; readonly 'client-key-data'?: string; readonly token?: string};

type Kubeconfig = {
  readonly clusters: readonly [{readonly cluster: Record<'server' | 'certificate-authority-data', string>}];
  readonly users: readonly [{readonly user: User}];
};

/** The server itself, with nothing of ours in between: for tests that hold our rules against its answers. */
export type RawServer = (method: string, path: string, body?: unknown, contentType?: string) => Promise<Answer>;

export function rawServer(kubeconfigPath: string): RawServer {
  const config = load(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  const [[{cluster}], [{user}]] = [config.clusters, config.users];
  const agent = new Agent({
    ca: decoded(cluster['certificate-authority-data']),
    ...certificateOf(user),
    keepAlive: true,
    maxSockets: 4,
  });
  const authorization = user.token === undefined ? {} : {authorization: `Bearer ${user.token}`};
  return (method, path, body, contentType = 'application/json') =>
    new Promise((resolve, reject) => {
      const call = request(
        new URL(path, cluster.server),
        {method, agent, headers: {'content-type': contentType, ...authorization}},
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: response.statusCode ?? 0,
              body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {},
            });
          });
        },
      );
      call.on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function certificateOf(user: User): {readonly cert?: Buffer; readonly key?: Buffer} {
  const {'client-certificate-data': cert, 'client-key-data': key} = user;
  return cert === undefined || key === undefined ? {} : {cert: decoded(cert), key: decoded(key)};
}

const decoded = (text: string): Buffer => Buffer.from(text, 'base64');
