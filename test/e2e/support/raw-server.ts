import {readFileSync} from 'node:fs';
import {Agent, request} from 'node:https';
import {load} from 'js-yaml';
import type {JsonObject} from '../../../src/core/json.ts';

export type Answer = {readonly status: number; readonly body: JsonObject};

type Kubeconfig = {
  readonly clusters: readonly [{readonly cluster: Record<'server' | 'certificate-authority-data', string>}];
  readonly users: readonly [{readonly user: Record<'client-certificate-data' | 'client-key-data', string>}];
};

/** The server itself, with nothing of ours in between: for tests that hold our rules against its answers. */
export type RawServer = (method: string, path: string, body?: unknown, contentType?: string) => Promise<Answer>;

export function rawServer(kubeconfigPath: string): RawServer {
  const config = load(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  const [[{cluster}], [{user}]] = [config.clusters, config.users];
  const agent = new Agent({
    ca: decoded(cluster['certificate-authority-data']),
    cert: decoded(user['client-certificate-data']),
    key: decoded(user['client-key-data']),
    keepAlive: true,
    maxSockets: 4,
  });
  return (method, path, body, contentType = 'application/json') =>
    new Promise((resolve, reject) => {
      const call = request(
        new URL(path, cluster.server),
        {method, agent, headers: {'content-type': contentType}},
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

const decoded = (text: string): Buffer => Buffer.from(text, 'base64');
