import type {ClientHttp2Session} from 'node:http2';
import {request} from 'node:https';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Api} from '../../../../src/sandbox/api/api.ts';
import {serve} from '../../../../src/sandbox/api/serve.ts';
import type {Serve} from '../../../../src/sandbox/run/hold-sandbox.ts';

/** Serves a minimal API that reads and writes: PUT /NAME, and GET / returns the names. */
export const plainServe: Serve = (store, {identity, token, port}) => {
  const handle: Api['handle'] = ({method, path}) => {
    if (method === 'PUT')
      store.put('configmaps', {kind: 'ConfigMap', metadata: {name: path.slice(1), namespace: 'default'}});
    const names = store.list('configmaps').map(({metadata}) => (metadata as {name: string}).name);
    return {kind: 'json', status: 200, body: names};
  };
  return serve({handle} as Api, {identity, token, port});
};

export type Way = {readonly server: string; readonly ca: string; readonly token: string};

/** Sends one request. Throws an error of the connection. */
export const ask = ({server, ca, token}: Way, method: string, path: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${server}${path}`,
      {method, ca, headers: {authorization: `Bearer ${token}`}, agent: false},
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(JSON.parse(text) as readonly string[])
            : reject(new Error(`HTTP ${response.statusCode}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });

/** Sends one request as a stream of a shared connection. Returns whether the response was complete. */
export const askOver = (session: ClientHttp2Session, token: string, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (session.destroyed || session.closed) return resolve(false);
    const stream = session.request({':method': 'PUT', ':path': path, authorization: `Bearer ${token}`});
    let ended = false;
    stream.on('end', () => (ended = true));
    stream.on('error', () => {});
    stream.on('close', () => resolve(ended && stream.rstCode === 0));
    stream.resume();
    stream.end();
  });

/** Sends a request again if its connection broke, as every client does. */
export async function askAgain(way: Way, method: string, path: string): Promise<readonly string[]> {
  for (;;) {
    try {
      return await ask(way, method, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      await sleep(5);
    }
  }
}
