import {type ClientHttp2Session, connect} from 'node:http2';
import type {JsonObject} from '../../src/core/json.ts';

export type BareServer = {readonly server: string; readonly ca: string; readonly cert: string; readonly key: string};

const PLURALS: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  ConfigMap: 'configmaps',
  Deployment: 'deployments',
  Service: 'services',
  Secret: 'secrets',
  ServiceAccount: 'serviceaccounts',
};

/** The least that any client must do: the same server-side applies, 64 at once over one HTTP/2 connection, namespaces first. */
export async function bareApply({server, ca, cert, key}: BareServer, objects: readonly JsonObject[]): Promise<void> {
  const session = connect(server, {ca, cert, key});
  const isNamespace = (object: JsonObject) => object['kind'] === 'Namespace';
  await sendAll(session, objects.filter(isNamespace));
  await sendAll(
    session,
    objects.filter((object) => !isNamespace(object)),
  );
  session.close();
}

async function sendAll(session: ClientHttp2Session, objects: readonly JsonObject[]): Promise<void> {
  const queue = objects.values();
  await Promise.all(
    Array.from({length: 64}, async () => {
      for (const object of queue) await send(session, object);
    }),
  );
}

function send(session: ClientHttp2Session, object: JsonObject): Promise<void> {
  const {name, namespace} = object['metadata'] as {name: string; namespace?: string};
  const apiVersion = String(object['apiVersion']);
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
  const path = `${root}${within}/${PLURALS[String(object['kind'])]}/${name}?fieldManager=bare&force=true`;
  return new Promise((resolve, reject) => {
    const stream = session.request({':method': 'PATCH', ':path': path, 'content-type': 'application/apply-patch+yaml'});
    stream.on('response', ({':status': status}) => {
      if (Number(status) >= 300) reject(new Error(`${path}: ${status}`));
    });
    stream.on('error', reject);
    stream.on('end', resolve);
    stream.resume();
    stream.end(JSON.stringify(object));
  });
}
