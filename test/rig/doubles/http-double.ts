import {createServer as createPlain, type IncomingMessage, type ServerResponse} from 'node:http';
import {createServer as createSecure} from 'node:https';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {createAuthority, issueLeaf} from '../../controlplane/certificate.ts';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A server on this machine that stands for a service; it is gone when the test is over. */
export type HttpDouble = {
  readonly url: string;
  /** Who signed its certificate. */
  readonly ca: string;
  /** Every request, the oldest first. */
  readonly asked: Asked[];
  /** What answers instead, while it is there; undefined: as ever. `cut` ends the connection, `silent` never answers. */
  interfere: ((asked: Asked) => Answer | 'cut' | 'silent' | undefined) | undefined;
};

const authority = createAuthority();
const identity = issueLeaf(authority, {name: 'double', server: {dns: ['localhost'], ips: ['127.0.0.1']}});

/** `tls: false`: plain HTTP, which is allowed on this machine, for runs without a setting for a CA. */
export type DoubleOptions = {readonly tls?: boolean};

export async function httpDouble(
  answer: (asked: Asked) => Answer,
  {tls = true}: DoubleOptions = {},
): Promise<HttpDouble> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://double');
    const {method = '', headers} = request;
    const asked: Asked = {method, path: url.pathname, query: url.searchParams, headers, body};
    double.asked.push(asked);
    const given = double.interfere?.(asked) ?? answer(asked);
    if (given === 'cut') request.socket.destroy();
    else if (given !== 'silent') send(response, given);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => void serve(request, response);
  const server = tls ? createSecure(identity, listener) : createPlain(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const {port} = server.address() as AddressInfo;
  const double: HttpDouble = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    ca: authority.cert,
    asked: [],
    interfere: undefined,
  };
  return double;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, {status, body, headers}: Answer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {'content-type': isText ? 'text/html' : 'application/json', ...headers});
  response.end(isText ? body : JSON.stringify(body));
}

/** What a login page of a proxy looks like, with something that must not be told. */
export const page = (canary: string): Answer => ({status: 200, body: `<html><body>Sign in ${canary}</body></html>`});
