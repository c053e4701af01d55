import {once} from 'node:events';
import {createServer, type IncomingMessage, type RequestListener, type Server} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';

/** The authority of the servers that speak TLS, as PEM. */
export const fileAuthority = createAuthority();
const leaf = issueLeaf(fileAuthority, {name: 'files', server: {dns: ['localhost'], ips: ['127.0.0.1']}});

/** A login that a server accepts. */
export type AcceptedLogin = {readonly username: string; readonly password: string};

/** A request to a server: `GET /index.yaml`, and the login that it sent. */
export type FileRequest = {readonly line: string; readonly authorization: string | undefined};

/** A server of this process until the test ends. */
export type FileServer = {
  /** `http://127.0.0.1:PORT`, with TLS `https://localhost:PORT`. */
  readonly address: string;
  /** The host and the port. */
  readonly host: string;
  readonly requests: FileRequest[];
  readonly close: () => Promise<void>;
};

/** Starts a server, by default without TLS. */
export async function fileServer(answer: RequestListener, withTls = false): Promise<FileServer> {
  const requests: FileRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const {authorization} = request.headers;
    requests.push({line: `${request.method} ${request.url}`, authorization});
    answer(request, response);
  };
  const server: Server = withTls ? createTlsServer({cert: leaf.cert, key: leaf.key}, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  const host = `${withTls ? 'localhost' : '127.0.0.1'}:${port}`;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {address: `${withTls ? 'https' : 'http'}://${host}`, host, requests, close};
}

/** Returns the header of a basic login. */
export const basicHeader = ({username, password}: AcceptedLogin): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Reads the body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
