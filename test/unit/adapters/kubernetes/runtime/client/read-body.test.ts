import {once} from 'node:events';
import {connect, createServer} from 'node:http2';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import {readBody} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/read-body.ts';

const MAX = 1024 * 1024;
const plain = (size: number): Buffer => Buffer.alloc(size, 'a');

async function read(chunks: readonly Buffer[], encoding?: string): Promise<number> {
  const headers = encoding === undefined ? {} : {'content-encoding': encoding};
  return (await readBody({status: 200, headers, warnings: [], body: Readable.from(chunks)}, MAX)).length;
}

it.each([
  {name: 'plain, in one piece', chunks: [plain(MAX)]},
  {name: 'plain, in pieces', chunks: [plain(MAX / 2), plain(MAX / 2)]},
  {name: 'packed', chunks: [gzipSync(plain(MAX))], encoding: 'gzip'},
])('an answer of exactly the limit is read: $name', async ({chunks, encoding}) => {
  expect(await read(chunks, encoding)).toBe(MAX);
});

it.each([
  {name: 'plain, in one piece', chunks: [plain(MAX + 1)]},
  {name: 'plain, in pieces', chunks: [plain(MAX), plain(1)]},
  {name: 'packed', chunks: [gzipSync(plain(MAX + 1))], encoding: 'gzip'},
  {name: 'packed a thousandfold', chunks: [gzipSync(plain(1000 * MAX))], encoding: 'gzip'},
  {name: 'packed, and too large already so', chunks: [plain(MAX + 1)], encoding: 'gzip'},
])('an answer of more is refused: $name', async ({chunks, encoding}) => {
  await expect(read(chunks, encoding)).rejects.toMatchObject({phase: 'too-large', message: 'it has more than 1 MiB'});
});

it('an endless answer is not read any longer than the limit', async () => {
  let sent = 0;
  const body = Readable.from(
    (function* endless() {
      for (;;) {
        sent += 64 * 1024;
        yield plain(64 * 1024);
      }
    })(),
  );
  await expect(readBody({status: 200, headers: {}, warnings: [], body}, MAX)).rejects.toMatchObject({
    phase: 'too-large',
  });
  expect(body.destroyed).toBe(true);
  expect(sent).toBeLessThan(3 * MAX);
});

it('an empty answer that has ended before it is read is empty, and one that was cut off is an error', async () => {
  const [ended, cut] = [Readable.from([]), Readable.from([plain(1)])];
  ended.resume();
  await once(ended, 'close');
  cut.destroy();
  await once(cut, 'close');
  const answer = {status: 304, headers: {}, warnings: []};
  expect(await readBody({...answer, body: ended})).toBe('');
  await expect(readBody({...answer, body: cut})).rejects.toMatchObject({phase: 'cut'});
});

it.each([
  {name: 'has just failed', wait: () => Promise.resolve()},
  {name: 'failed before', wait: (body: Readable) => once(body, 'close').catch(() => undefined)},
])('the error of an answer that $name is the cause, and is handled', async ({wait}) => {
  const body = new Readable({read: () => undefined});
  body.destroy(Object.assign(new Error('reset'), {code: 'ECONNRESET'}));
  await wait(body);
  await expect(readBody({status: 200, headers: {}, warnings: [], body})).rejects.toMatchObject({
    phase: 'cut',
    code: 'ECONNRESET',
  });
});

it('an answer of HTTP/2 whose last frame arrived before it is read is whole', async () => {
  const server = createServer((_, response) => response.end('{"kind":"Status"}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const body = session.request({':path': '/'});
    await once(body, 'response');
    while (!body.closed) await setImmediate();
    expect(await readBody({status: 200, headers: {}, warnings: [], body})).toBe('{"kind":"Status"}');
  } finally {
    session.destroy();
    server.close();
  }
});
