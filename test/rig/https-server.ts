import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';

/** One authority for all of them, as PEM. */
export const authority = createAuthority();
const {cert, key} = issueLeaf(authority, {name: 'https', server: {dns: ['localhost'], ips: ['127.0.0.1']}});

export type Received = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type HttpsServer = {
  /** `https://localhost:PORT` */
  readonly address: string;
  /** Everything that was asked for, in this order. */
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
};

/** A server of this process that speaks TLS, until the test ends. */
export async function httpsServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpsServer> {
  const received: Received[] = [];
  const server = createServer({cert, key}, (request, response) => {
    received.push({path: request.url ?? '', headers: request.headers});
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {address: `https://localhost:${(server.address() as AddressInfo).port}`, received, close};
}
