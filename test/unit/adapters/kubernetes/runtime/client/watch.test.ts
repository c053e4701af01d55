import type {ServerResponse} from 'node:http';
import {afterEach, describe, expect, it} from 'vitest';
import type {ApiResource} from '../../../../../../src/adapters/kubernetes/runtime/client/discovery.ts';
import {openRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/request.ts';
import {
  type WatchEvent,
  type WatchRequest,
  watch,
} from '../../../../../../src/adapters/kubernetes/runtime/client/watch.ts';
import type {Clock} from '../../../../../../src/ports/clock.ts';
import {answer, type FakeResponse, fakeServer, quickClock, type Script, status} from './fake-server.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const pods: ApiResource = {apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, verbs: []};
const event = (type: string, name: string): string =>
  `${JSON.stringify({type, object: {metadata: {name, resourceVersion: '7'}}})}\n`;

/** Never idle: sleeps end only by an abort. */
const patient: Clock = {
  ...quickClock(),
  sleep: (_ms, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

async function start(script: Script, clock: Clock = patient, limits: {readonly maxEventChars?: number} = {}) {
  const server = await fakeServer(script);
  const requests = openRequests(server.access, {clock, onEvent: () => undefined});
  open.push(server.close, requests.close);
  const run = (request: Partial<WatchRequest> = {}) =>
    watch(
      requests,
      {server: 'https://c', clock, ...limits},
      {resource: pods, signal: new AbortController().signal, ...request},
    );
  return {server, run};
}

async function all(events: AsyncIterable<WatchEvent>): Promise<readonly WatchEvent[]> {
  return Array.fromAsync(events);
}

/** Writes the parts one after the other, each as its own chunk. */
function write(response: FakeResponse, parts: readonly (string | Buffer)[], end = true): void {
  const plain = response as ServerResponse;
  const [first, ...rest] = parts;
  if (first !== undefined) plain.write(first, () => write(response, rest, end));
  else if (end) plain.end();
}

describe('watch', () => {
  it('a watch reads events across chunks, even if a chunk splits a character', async () => {
    const bytes = Buffer.from(
      event('ADDED', 'é') + event('MODIFIED', 'b') + event('DELETED', 'c') + event('BOOKMARK', ''),
    );
    for (const size of [1, 7, 4096]) {
      const parts = Array.from({length: Math.ceil(bytes.length / size)}, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const {run} = await start((_request, response) => write(response, parts));
      expect(await all(run())).toMatchObject([
        {type: 'added', object: {metadata: {name: 'é'}}},
        {type: 'modified', object: {metadata: {name: 'b'}}},
        {type: 'deleted', object: {metadata: {name: 'c'}}},
        {type: 'bookmark', resourceVersion: '7'},
        {type: 'ended', why: 'closed'},
      ]);
    }
  });

  it.each([
    {
      name: 'expired, when the server says so in the stream',
      script: (r: FakeResponse) =>
        write(r, [`${JSON.stringify({type: 'ERROR', object: status(410, 'Expired', 'too old resource version')})}\n`]),
      want: {why: 'expired'},
    },
    {
      name: 'expired, when the server says so at once',
      script: (r: FakeResponse) => answer(r, 410, status(410, 'Expired', 'too old')),
      want: {why: 'expired'},
    },
    {
      name: 'refused',
      script: (r: FakeResponse) => answer(r, 403, status(403, 'Forbidden', 'User "u" cannot watch resource "pods"')),
      want: {why: 'refused', refusal: {kind: 'forbidden'}},
    },
    {
      name: 'broken, when a line is not JSON',
      script: (r: FakeResponse) => write(r, ['{"type":\n']),
      want: {why: 'broken'},
    },
    {
      name: 'broken, when the connection is reset',
      script: (r: FakeResponse) =>
        (r as ServerResponse).write(event('ADDED', 'a'), () =>
          (r as unknown as {stream: {close: (code: number) => void}}).stream.close(2),
        ),
      want: {why: 'broken'},
    },
  ])('a watch ends as $name', async ({script, want}) => {
    const {run} = await start((_request, response) => script(response));
    expect((await all(run())).at(-1)).toMatchObject({type: 'ended', ...want});
  });

  it('a watch ends as idle when the server sends nothing for the idle time', async () => {
    const {run} = await start((_request, response) => write(response, [event('ADDED', 'a')], false), quickClock());
    expect((await all(run({idleMs: 1000}))).at(-1)).toEqual({type: 'ended', why: 'idle'});
  });

  it('an aborted watch ends silently and closes its stream', async () => {
    const {promise: closed, resolve} = Promise.withResolvers<void>();
    const {run} = await start((_request, response) => {
      (response as ServerResponse).on('close', resolve);
      write(response, [event('ADDED', 'a')], false);
    });
    const abort = new AbortController();
    const seen: string[] = [];
    for await (const {type} of run({signal: abort.signal})) {
      seen.push(type);
      abort.abort();
    }
    await closed;
    expect(seen).toEqual(['added']);
  });

  it('a watch fails when one event exceeds the size limit, and reads no more of the event', async () => {
    const {promise: closed, resolve} = Promise.withResolvers<void>();
    const {run} = await start(
      (_request, response) => {
        (response as ServerResponse).on('close', resolve);
        write(response, [event('ADDED', 'a'), `{"type":"${'x'.repeat(1024 * 1024)}`, 'x'.repeat(1024 * 1024)], false);
      },
      patient,
      {maxEventChars: 1024 * 1024},
    );
    const seen: string[] = [];
    const reading = (async () => {
      for await (const {type} of run()) seen.push(type);
    })();
    await expect(reading).rejects.toMatchObject({
      failure: {code: 'cluster/answer-too-large', server: 'https://c', detail: expect.stringContaining('1 MiB')},
    });
    await closed;
    expect(seen).toEqual(['added']);
  });

  it('a watch closes its stream when its reader stops', async () => {
    const {promise: closed, resolve} = Promise.withResolvers<void>();
    const {run} = await start((_request, response) => {
      (response as ServerResponse).on('close', resolve);
      write(response, [event('ADDED', 'a')], false);
    });
    for await (const one of run()) if (one.type === 'added') break;
    await closed;
  });

  it('a watch requests bookmarks, from the given version and with the given selectors', async () => {
    const {server, run} = await start((_request, response) => write(response, []));
    await all(run({namespace: 'n', resourceVersion: '5', labelSelector: 'a=b'}));
    expect(server.requests[0]?.url).toBe(
      '/api/v1/namespaces/n/pods?watch=true&allowWatchBookmarks=true&resourceVersion=5&labelSelector=a%3Db',
    );
  });
});
