import {once} from 'node:events';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {readLimited} from '../../../../src/sandbox/api/read-limited.ts';
import {type ServedCluster, servedCluster} from './served.ts';

/** The serving process is the user's run. No request may end it, keep it from answering others, or be processed partly. */
let cluster: ServedCluster;
beforeAll(async () => {
  cluster = await servedCluster();
});
afterAll(() => cluster[Symbol.asyncDispose]());

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const YAML = {'content-type': 'application/yaml'};

const configMap = (name: string, more = ''): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}${more === '' ? '' : `,${more}`}}`;

/** Returns nested objects with this number of levels. */
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Ten aliases of ten aliases of ten …: a few lines that stand for 10^10 values. */
const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({length: 9}, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`),
].join('\n');

const messageOf = (body: string): string => (JSON.parse(body) as {message: string}).message;

describe('a request without a valid token', () => {
  it.each([
    {name: 'missing', authorization: ''},
    {name: 'another one', authorization: 'Bearer nonsense'},
    {name: 'only the beginning', authorization: 'Bearer the-toke'},
    {name: 'sent with another scheme', authorization: 'Basic the-token'},
    {name: 'followed by more text', authorization: 'Bearer the-token x'},
  ])('a request whose token is $name is refused', async ({authorization}) => {
    for (const path of ['/version', '/api/v1/secrets', '/%', '/openapi/v2']) {
      const {status, body} = await cluster.send(path, {headers: {authorization}});
      expect({path, status, reason: (JSON.parse(body) as {reason: string}).reason}).toEqual({
        path,
        status: 401,
        reason: 'Unauthorized',
      });
    }
  });

  it('a request without a token is refused before its body is read', async () => {
    const socket = await cluster.dial();
    socket.write(`POST ${CONFIG_MAPS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a malformed path or query', () => {
  it.each([
    {path: '/%', status: 404},
    {path: '/api/v1/%zz', status: 404},
    {path: '/apis/__proto__', status: 404},
    {path: '/api/v1/constructor', status: 404},
    {path: '/openapi/v3/../../../../etc/passwd', status: 404},
    {path: '/openapi/v3/apis%2f..%2f..%2f..%2fpackage', status: 404},
    {path: `${CONFIG_MAPS}/..%2f..%2fsecrets`, status: 404},
    {path: '/api/v1/pods?watch=1&timeoutSeconds=abc', status: 400},
    {path: '/api/v1/pods?watch=1&timeoutSeconds=99999999999999999999', status: 400},
    {path: '/api/v1/pods?limit=99999999999999999999', status: 400},
    {path: '/api/v1/pods?watch=1&resourceVersion=99999999999999999999', status: 500},
    {path: '/api/v1/pods?continue=e30', status: 400},
    {path: '/api/v1/pods?continue=MQ', status: 400},
    {path: '/api/v1/pods?continue=bnVsbA', status: 400},
    {path: `/api/v1/pods?continue=${'x'.repeat(12_000)}`, status: 400},
    {path: `/api/v1/pods?labelSelector=${'a-'.repeat(6000)}!`, status: 400},
    {path: `/api/v1/pods?labelSelector=a%20in%20(${'%2C'.repeat(3000)}`, status: 400},
    {path: `/api/v1/pods?fieldSelector=${'%5C'.repeat(4000)}`, status: 400},
    {path: '/api/v1/pods?fieldSelector=__proto__%3Da', status: 400},
  ])('the malformed path $path is refused', async ({path, status}) => {
    const answer = await cluster.send(path);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('Internal error');
  });
});

describe('a hostile body', () => {
  it.each([
    {
      name: 'deeply nested JSON',
      body: configMap('deep', `"x":${deep(100_000)}`),
      headers: {},
      says: 'exceeded max depth',
    },
    {name: 'deeply nested lists', body: '['.repeat(100_000), headers: {}, says: 'exceeded max depth'},
    {name: 'deeply nested YAML', body: '['.repeat(100_000), headers: YAML, says: 'exceeded maxDepth'},
    {
      name: 'nested YAML aliases',
      body: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\n${bomb}\n`,
      headers: YAML,
      says: 'document contains excessive aliasing',
    },
  ])('a body with $name is refused', async ({body, headers, says}) => {
    const answer = await cluster.send(CONFIG_MAPS, {method: 'POST', body, headers});
    expect({status: answer.status, message: messageOf(answer.body)}).toEqual({
      status: 400,
      message: expect.stringContaining(says),
    });
  });

  it('a body that is too large is refused', async () => {
    const chunk = Buffer.alloc(1_000_000, ' ');
    const socket = await cluster.dial();
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    const head = `Host: x\r\nAuthorization: Bearer ${cluster.token}\r\nContent-Type: application/json`;
    socket.write(`POST ${CONFIG_MAPS} HTTP/1.1\r\n${head}\r\nContent-Length: 20000000\r\n\r\n`);
    for (let sent = 0; sent < 20; sent++) if (!socket.write(chunk)) await once(socket, 'drain');
    const [answer] = await answered;
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('a large body is kept only up to the limit', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (; read < 1000; read++) yield Buffer.alloc(10, 'x');
    }
    const kept = await readLimited(endless(), 105);
    expect({kept: kept?.length, read}).toEqual({kept: 100, read: 1000});
  });
});

describe("names of JavaScript's own properties", () => {
  const data = (body: string): unknown => (JSON.parse(body) as {data: unknown}).data;

  it("an object with names of JavaScript's own properties can be created, merged and applied", async () => {
    const given = `"data":{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}`;
    const created = await cluster.send(CONFIG_MAPS, {method: 'POST', body: configMap('names', given)});
    const merged = await cluster.send(`${CONFIG_MAPS}/names`, {
      method: 'PATCH',
      body: `{"data":{"valueOf":"e","constructor":null}}`,
      headers: {'content-type': 'application/merge-patch+json'},
    });
    const applied = await cluster.send(`${CONFIG_MAPS}/applied?fieldManager=one`, {
      method: 'PATCH',
      body: configMap('applied', given),
      headers: {'content-type': 'application/apply-patch+yaml'},
    });
    const all = `{"__proto__":"a","constructor":"b","hasOwnProperty":"d","toString":"c"}`;
    const sorted = (body: string): string =>
      JSON.stringify(Object.fromEntries(Object.entries(data(body) as object).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    expect([created.status, merged.status, applied.status]).toEqual([201, 200, 201]);
    expect(sorted(created.body)).toBe(all);
    expect(Object.keys(data(merged.body) as object).toSorted()).toEqual([
      '__proto__',
      'hasOwnProperty',
      'toString',
      'valueOf',
    ]);
    expect(sorted(applied.body)).toBe(all);
  });

  it('a selector with the name of a JavaScript property matches no other object', async () => {
    const {body} = await cluster.send(`${CONFIG_MAPS}?labelSelector=constructor`);
    expect((JSON.parse(body) as {items: unknown[]}).items).toEqual([]);
  });
});

describe('warning headers', () => {
  const warned = async (name: string, field: string): Promise<readonly string[]> => {
    const {status, headers} = await cluster.send(CONFIG_MAPS, {method: 'POST', body: configMap(name, field)});
    expect(status).toBe(201);
    return [headers['warning'] ?? []].flat();
  };

  it('a warning with non-ASCII letters reaches the client', async () => {
    const [warning = ''] = await warned('letters', '"日本":1');
    expect(Buffer.from(warning, 'latin1').toString()).toBe(String.raw`299 - "unknown field \"日本\""`);
  });

  it('a warning that a header cannot hold is left out', async () => {
    expect(await warned('signs', String.raw`"a\u0000b":1`)).toEqual([]);
  });

  it('long warnings are limited like on the server', async () => {
    const many = Array.from({length: 1000}, (_, i) => `"unknown${i}${'x'.repeat(400)}":1`);
    const text = (await warned('many', many.join(','))).join(', ');
    expect(text.length).toBeGreaterThan(1000);
    expect(text.length).toBeLessThan(6000);
  });
});

describe('interrupted connections', () => {
  it('a watch ends when its client disconnects', async () => {
    const before = cluster.listeners();
    const watching = `GET ${CONFIG_MAPS}?watch=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${cluster.token}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({length: 10}, () => cluster.dial()));
    await Promise.all(
      sockets.map((socket) => {
        socket.write(watching);
        return once(socket, 'data');
      }),
    );
    expect(cluster.listeners()).toBe(before + 10);
    for (const socket of sockets) socket.destroy();
    await expect.poll(cluster.listeners, {timeout: 10_000}).toBe(before);
  });

  it('pipelined requests are answered in their order', async () => {
    const socket = await cluster.dial();
    const asked = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${cluster.token}\r\n\r\n`;
    socket.write(`${asked('/version')}${asked('/readyz')}${asked('/nothing')}`);
    let text = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      text += chunk.toString();
      if (text.includes('page not found')) break;
    }
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '404']);
  });

  it.each([
    {name: 'a missing body', text: `Content-Length: 100\r\nContent-Type: application/json\r\n\r\n{`},
    {name: 'an invalid chunk', text: 'Transfer-Encoding: chunked\r\n\r\nZZZ\r\n'},
    {name: 'an endless header', text: `X: ${'x'.repeat(100_000)}`},
    {name: 'an upgrade request', text: 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'},
  ])('a connection with $name does not block other requests', async ({text}) => {
    const socket = await cluster.dial();
    socket.on('error', () => {});
    socket.write(`POST ${CONFIG_MAPS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${cluster.token}\r\n${text}`);
    const {status} = await cluster.send('/readyz');
    socket.destroy();
    const after = await cluster.send('/readyz');
    expect([status, after.status]).toEqual([200, 200]);
  });
});
