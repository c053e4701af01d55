import {createServer as createPlainServer, type RequestListener} from 'node:http';
import {createServer} from 'node:https';
import {type AddressInfo, connect, createServer as createTcpServer, type Server} from 'node:net';
import {afterEach, describe, expect, it} from 'vitest';
import {HttpsFailure} from '../../../src/lib/https-failure.ts';
import {type HttpsRequest, httpsRequest} from '../../../src/lib/https-request.ts';
import {createAuthority, issueLeaf} from '../../controlplane/certificate.ts';

const authority = createAuthority();
const ours = issueLeaf(authority, {name: 'server', server: {dns: ['localhost', 'far.test'], ips: ['127.0.0.1']}});
const limits = {timeoutMs: 30_000, maxBytes: 1000, ca: authority.cert};

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function listen(server: Server & {closeAllConnections?: () => void}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const secure = async (answer: RequestListener, identity = ours): Promise<string> =>
  `https://127.0.0.1:${await listen(createServer(identity, answer))}`;

async function failure(request: HttpsRequest): Promise<HttpsFailure> {
  const error: unknown = await httpsRequest(request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof HttpsFailure) return error;
  throw new Error('there was an answer, or another error', {cause: error});
}

describe('a request over https', () => {
  it('a request over https sends method, headers and body, and returns status, headers and bytes', async () => {
    const url = await secure((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const {method, url: path, headers} = request;
        response.writeHead(418, {'X-Many': ['a', 'b']});
        response.end(JSON.stringify([method, path, headers['x-mine'], Buffer.concat(chunks).toString()]));
      });
    });
    const sent = {url: `${url}/a?b=c`, method: 'POST', headers: {'X-Mine': 'm'}, body: 'hello'};
    const {status, headers, body} = await httpsRequest({...limits, ...sent});
    expect(status).toBe(418);
    expect(headers['x-many']).toBe('a, b');
    expect(JSON.parse(body.toString('utf8'))).toEqual(['POST', '/a?b=c', 'm', 'hello']);
  });

  it('a request over https follows no redirect', async () => {
    const url = await secure((_, response) => response.writeHead(302, {location: 'https://other.test/'}).end());
    const {status, headers} = await httpsRequest({...limits, url});
    expect([status, headers['location']]).toEqual([302, 'https://other.test/']);
  });

  it('a request uses plain HTTP only to this machine', async () => {
    const port = await listen(createPlainServer((_, response) => response.end('plain')));
    expect((await httpsRequest({...limits, url: `http://127.0.0.1:${port}`})).body.toString()).toBe('plain');
    expect(await failure({...limits, url: 'http://vault.test'})).toMatchObject({kind: 'address'});
  });

  it('a request over https uses the proxy of the environment, except for excluded hosts', async () => {
    const url = await secure((_, response) => response.end('far'));
    const asked: string[] = [];
    const proxy = createPlainServer().on('connect', (request, client) => {
      asked.push(request.url ?? '');
      const server = connect(Number(new URL(url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        server.pipe(client).pipe(server);
      });
      server.on('error', () => client.destroy());
      client.on('error', () => server.destroy());
    });
    const proxyEnv = {HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`};
    const {body} = await httpsRequest({...limits, url: 'https://far.test:8200/', proxyEnv});
    expect([body.toString(), asked]).toEqual(['far', ['far.test:8200']]);
    const excluded = {...proxyEnv, NO_PROXY: 'far.test'};
    expect(await failure({...limits, url: 'https://far.test:8200/', proxyEnv: excluded})).toMatchObject({kind: 'dns'});
    expect((await httpsRequest({...limits, url, proxyEnv})).body.toString()).toBe('far');
    expect(asked).toHaveLength(1);
  });

  it('a request over https ends when it is aborted, with the reason', async () => {
    const stop = new AbortController();
    const url = await secure(() => stop.abort(new Error('enough')));
    await expect(httpsRequest({...limits, url, signal: stop.signal})).rejects.toThrow('enough');
  });
});

describe('a failed request', () => {
  const expired = issueLeaf(authority, {
    name: 'old',
    server: {dns: [], ips: ['127.0.0.1']},
    notAfter: new Date(Date.now() - 1000),
  });
  const elsewhere = issueLeaf(authority, {name: 'other', server: {dns: ['other.test'], ips: []}});
  const endless: RequestListener = (_, response) => {
    const write = (): void =>
      void (response.write('x'.repeat(500)) ? setImmediate(write) : response.once('drain', write));
    write();
  };
  const nobody = async (): Promise<string> => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    return `https://127.0.0.1:${port}`;
  };
  it.each([
    {
      name: 'an unknown certificate authority',
      open: () => secure(() => {}),
      with: {ca: createAuthority().cert},
      kind: 'tls',
    },
    {name: 'an expired certificate', open: () => secure(() => {}, expired), kind: 'tls', says: 'expired'},
    {name: 'a certificate of another host', open: () => secure(() => {}, elsewhere), kind: 'tls', says: 'other names'},
    {name: 'a plain HTTP server', open: async () => (await plain()).replace('http:', 'https:'), kind: 'tls'},
    {name: 'no server', open: nobody, kind: 'refused'},
    {name: 'an unknown host name', open: async () => 'https://none.invalid', kind: 'dns'},
    {name: 'a silent server', open: () => secure(() => {}), with: {timeoutMs: 300}, kind: 'timeout'},
    {name: 'an endless response', open: () => secure((_, r) => r.write('x')), with: {timeoutMs: 300}, kind: 'timeout'},
    {name: 'a connection lost before the response', open: () => secure(({socket}) => socket.destroy()), kind: 'cut'},
    {name: 'a connection lost during the response', open: () => secure(halfAnswer), kind: 'cut'},
    {name: 'a response with a length above the limit', open: () => secure(long), kind: 'too-large'},
    {name: 'a response above the limit without a length', open: () => secure(endless), kind: 'too-large'},
    {name: 'a header with a line break', open: () => secure(long), with: {headers: {a: 'c\nanary'}}, kind: 'address'},
    {name: 'an address with a password', open: async () => 'https://u:canary@h.test', kind: 'address'},
  ])(
    'a failed request has the kind $kind and names only the server: $name',
    async ({open, with: options = {}, kind, says = ''}) => {
      const url = `${await open()}/canary?canary=canary`;
      const error = await failure({...limits, headers: {authorization: 'canary'}, url, ...options});
      expect(error.kind).toBe(kind);
      expect(error.message).toContain(says);
      expect(error.message).toContain(new URL(url).host);
      expect(`${error.stack} ${String(error.cause)}`).not.toContain('anary');
    },
  );

  const plain = async (): Promise<string> => `http://127.0.0.1:${await listen(createPlainServer())}`;
  const long: RequestListener = (_, response) => response.end('x'.repeat(1001));
  function halfAnswer(...[, response]: Parameters<RequestListener>): void {
    response.writeHead(200, {'content-length': '100'});
    response.write('half', () => response.destroy());
  }
});
