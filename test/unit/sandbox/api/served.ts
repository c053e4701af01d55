import {request} from 'node:https';
import {connect, type TLSSocket} from 'node:tls';
import {systemClock} from '../../../../src/adapters/local/clock/system-clock.ts';
import {serveCluster} from '../../../../src/sandbox/api/serve-cluster.ts';
import {type Pack} from '../../../../src/sandbox/discovery/pack.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {createAuthority, issueLeaf} from '../../../../src/sandbox/run/certificate.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export type ServedCluster = AsyncDisposable & {
  readonly token: string;
  readonly port: number;
  /** The CA certificate as PEM. */
  readonly ca: string;
  /** Returns the number of listeners to writes: watches and the controllers. */
  readonly listeners: () => number;
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  /** Opens a connection for hand-written HTTP/1.1. */
  readonly dial: () => Promise<TLSSocket>;
};

export type ServedOptions = {
  readonly store?: Store;
  /** Called with each OpenAPI document of the pack that is read. */
  readonly onRead?: (path: string) => void;
};

/** Starts a complete sandbox in memory, on a real port. */
export async function servedCluster({
  store = memoryStore(),
  onRead = () => {},
}: ServedOptions = {}): Promise<ServedCluster> {
  const known = recordedPack();
  const pack: Pack = {...known, openapi: (path) => (onRead(path), known.openapi(path))};
  const authority = createAuthority('sandbox-ca');
  const identity = issueLeaf(authority, {name: 'sandbox', server: {dns: ['localhost'], ips: ['127.0.0.1']}});
  const token = 'the-token';
  let listeners = 0;
  const subscribe: Store['subscribe'] = (listener, since) => {
    const subscription = store.subscribe(listener, since);
    if (subscription === undefined) return undefined;
    listeners++;
    return {
      [Symbol.dispose]: () => {
        listeners--;
        subscription[Symbol.dispose]();
      },
    };
  };
  const {port, close} = await serveCluster({
    store: {...store, subscribe},
    pack,
    clock: systemClock,
    identity,
    ca: authority.cert,
    token,
  });
  const at = {host: '127.0.0.1', port, ca: authority.cert};
  return {
    token,
    port,
    ca: authority.cert,
    listeners: () => listeners,
    send: (path, {method = 'GET', headers = {}, body} = {}) =>
      new Promise((resolve, reject) => {
        const type = body === undefined ? {} : {'content-type': 'application/json'};
        const sent = {authorization: `Bearer ${token}`, ...type, ...headers};
        const asked = request({...at, path, method, headers: sent, agent: false}, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        });
        asked.on('error', reject);
        asked.end(body);
      }),
    dial: () =>
      new Promise((resolve, reject) => {
        const socket = connect({...at, ALPNProtocols: ['http/1.1']}, () => resolve(socket));
        socket.once('error', reject);
      }),
    [Symbol.asyncDispose]: close,
  };
}
