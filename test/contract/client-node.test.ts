import {once} from 'node:events';
import {globSync, readFileSync} from 'node:fs';
import {createServer, type IncomingMessage} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {WebSocketHandler} from '@kubernetes/client-node/dist/web-socket-handler.js';
import {afterAll, beforeAll, expect, it} from 'vitest';

/** What Gantry relies on in `@kubernetes/client-node`: one class of one file, and what it makes of our options. */
const asked: IncomingMessage[] = [];
const server = createServer();
server.on('upgrade', (request, socket) => {
  asked.push(request);
  socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

it('src imports one class of @kubernetes/client-node, on first use', () => {
  const uses = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^.*['"]@kubernetes\/client-node.*$/gm)].map(([line]) => line.trim()),
  );
  expect(uses).toEqual([
    `const {WebSocketHandler} = await import('@kubernetes/client-node/dist/web-socket-handler.js');`,
  ]);
});

it('WebSocketHandler uses the given server, connection and headers, and reports the status of a refusal', async () => {
  const {port} = server.address() as AddressInfo;
  const handler = new WebSocketHandler({
    getCurrentCluster: () => ({server: 'https://cluster.test'}),
    applyToHTTPSOptions: async (options: object) => {
      const createConnection = () => connect(port, '127.0.0.1');
      Object.assign(options, {headers: {'user-agent': 'gantry'}, createConnection});
    },
  } as never);
  const refused = await handler
    .connect('/api/v1/pods/a/portforward?ports=80', null, () => true)
    .then(
      () => 'connected',
      (error: unknown) => (error as {message: string}).message,
    );
  expect(refused).toMatch(/Unexpected server response: 403/);
  expect(asked.map(({url, headers}) => ({url, host: headers.host, agent: headers['user-agent']}))).toEqual([
    {url: '/api/v1/pods/a/portforward?ports=80', host: 'cluster.test', agent: 'gantry'},
  ]);
  expect(asked[0]?.headers['sec-websocket-protocol']).toMatch(/v\d\.channel\.k8s\.io/);
});
