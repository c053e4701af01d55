import {connect} from 'node:http2';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {type ServedCluster, servedCluster} from './served.ts';

let cluster: ServedCluster;
beforeAll(async () => {
  cluster = await servedCluster();
});
afterAll(() => cluster[Symbol.asyncDispose]());

async function overHttp2(path: string): Promise<string> {
  const session = connect(`https://localhost:${cluster.port}`, {ca: cluster.ca});
  try {
    return await text(session.request({':path': path, authorization: `Bearer ${cluster.token}`}));
  } finally {
    session.close();
  }
}

/** The address is not in the pack, because the recorded server had another one. */
it.each([
  {over: 'HTTP/1.1', ask: async (path: string) => (await cluster.send(path)).body, host: '127.0.0.1'},
  {over: 'HTTP/2', ask: overHttp2, host: 'localhost'},
])('a client over $over receives the address by which it reached the server', async ({ask, host}) => {
  expect(JSON.parse(await ask('/api'))).toEqual({
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{clientCIDR: '0.0.0.0/0', serverAddress: `${host}:${cluster.port}`}],
  });
});
