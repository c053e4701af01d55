import {request} from 'node:https';
import {connect} from '../src/adapters/kubernetes/kubeconfig/connect.ts';

export type Send = (method: 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<number>;

/** The server without Gantry's client: what somebody else would do must not share its habits. */
export async function plainHttps(kubeconfigPath: string): Promise<Send> {
  const from = {kind: 'files', paths: [kubeconfigPath], skipped: []} as const;
  const access = await connect({workspace: 'demo', field: 'kubeconfig', from}, {env: process.env});
  const {headers, certificate} = await access.credential();
  const {ca, serverName, insecure} = access.tls;
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        new URL(`${access.server}${path}`),
        {
          method,
          ca,
          rejectUnauthorized: !insecure,
          ...(serverName === undefined ? {} : {servername: serverName}),
          cert: certificate?.cert.reveal(),
          key: certificate?.key.reveal(),
          headers: {
            ...Object.fromEntries(headers.map(({name, value}) => [name, value.reveal()])),
            ...(body === undefined ? {} : {'content-type': 'application/merge-patch+json'}),
          },
        },
        (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
      );
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
