import type {ServerResponse} from 'node:http';
import type {ServerHttp2Stream} from 'node:http2';
import {inspect} from 'node:util';
import {gzipSync} from 'node:zlib';
import {afterEach, describe, expect, it} from 'vitest';
import {MAX_ANSWER_BYTES} from '../../../../../../src/adapters/kubernetes/runtime/client/connection/read-body.ts';
import {POOL_MAX} from '../../../../../../src/adapters/kubernetes/runtime/client/pool.ts';
import {openRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/request.ts';
import type {ClientRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/request-types.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';
import type {ClusterAccess} from '../../../../../../src/ports/cluster-access.ts';
import {issueLeaf} from '../../../../../controlplane/certificate.ts';
import {
  accessTo,
  answer,
  authority,
  collectEvents,
  type FakeOptions,
  type FakeResponse,
  type FakeServer,
  fakeServer,
  quickClock,
  type Script,
  status,
} from './fake-server.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(
  script: Script,
  options?: FakeOptions & {access?: Partial<ClusterAccess>; secrets?: readonly Secret[]},
) {
  const server = await fakeServer(script, options);
  const clock = quickClock();
  const {events, onEvent} = collectEvents();
  const secrets = options?.secrets ?? [];
  const requests = openRequests(
    {...server.access, ...options?.access},
    {clock, onEvent, random: () => 1, secrets: () => secrets},
  );
  open.push(server.close, requests.close);
  return {server, clock, events, requests};
}

const get: ClientRequest = {method: 'GET', path: '/x'};
const stream = (response: FakeResponse): ServerHttp2Stream =>
  (response as unknown as {stream: ServerHttp2Stream}).stream;
const ok = (response: FakeResponse): void => answer(response, 200, {ok: true});

const failThenOk =
  (fail: (response: FakeResponse) => void): Script =>
  (_request, response, count) =>
    count === 0 ? fail(response) : ok(response);
const bearer = (token: string) => ({headers: [{name: 'authorization', value: new Secret(`Bearer ${token}`)}]});
const unauthorized: Script = (request, response) =>
  request.headers['authorization'] === 'Bearer new'
    ? ok(response)
    : answer(response, 401, status(401, 'Unauthorized', 'Unauthorized'));

describe('requests that are sent again', () => {
  it.each<{
    name: string;
    fail: (response: FakeResponse) => void;
    request?: Partial<ClientRequest>;
    sent: number;
    slept?: number[];
    resent?: boolean;
  }>([
    {
      name: 'a 429, when the time that the server asks for is over',
      fail: (r) => answer(r, 429, '', {'retry-after': '7'}),
      sent: 2,
      slept: [7000],
    },
    {name: 'a 503, with backoff', fail: (r) => answer(r, 503, ''), sent: 2, slept: [200]},
    {
      name: 'a 502, although it may have been executed',
      fail: (r) => answer(r, 502, 'Bad Gateway'),
      sent: 2,
      resent: true,
    },
    {name: 'a 504', fail: (r) => answer(r, 504, ''), sent: 2, resent: true},
    {
      name: 'a 500 InternalError',
      fail: (r) => answer(r, 500, status(500, 'InternalError', 'x')),
      sent: 2,
      resent: true,
    },
    {
      name: 'a 500 of etcd during a leader election',
      fail: (r) => answer(r, 500, status(500, '', 'etcdserver: leader changed')),
      sent: 2,
      resent: true,
    },
    {
      name: 'a conflict on a quota that another request changed',
      fail: (r) =>
        answer(r, 409, status(409, 'Conflict', 'Operation cannot be fulfilled', {kind: 'resourcequotas', name: 'q'})),
      sent: 2,
    },
    {
      name: 'a stream that the server refused',
      fail: (r) => stream(r).close(7),
      request: {method: 'POST', body: {}},
      sent: 2,
    },
    {
      name: 'a connection that was reset before an answer',
      fail: (r) => stream(r).session?.destroy(),
      sent: 2,
      resent: true,
    },
    {
      name: 'an answer that broke off',
      fail: (r) => {
        stream(r).respond({':status': 200});
        stream(r).write('{"o');
        stream(r).close(2);
      },
      sent: 2,
      resent: true,
    },
    {name: 'an answer that is not JSON', fail: (r) => answer(r, 200, '<html>'), sent: 2, resent: true},
  ])('a request is sent again after $name', async ({fail, request, sent, slept, resent}) => {
    const {server, clock, requests, events} = await start(failThenOk(fail));
    // A server that has answered once is worth more patience than an unknown one.
    const reply = await requests.send({...get, ...request});
    expect(reply).toMatchObject({ok: true, status: 200, body: {ok: true}, resent: resent ?? false});
    expect(server.requests).toHaveLength(sent);
    if (slept !== undefined) expect(clock.slept).toEqual(slept);
    expect(events).toMatchObject([{type: 'retry', attempt: 1}]);
  });

  it('internal errors after 503 answers get as many retries as internal errors that come first', async () => {
    const codes = [503, 503, 503, 500, 500, 500];
    const {server, requests} = await start((_request, response) => {
      const code = codes.shift();
      if (code === undefined) answer(response, 200, {ok: true});
      else answer(response, code, status(code, code === 503 ? 'ServiceUnavailable' : 'InternalError', 'x'));
    });
    expect(await requests.send(get)).toMatchObject({ok: true});
    expect(server.requests).toHaveLength(7);
  });

  it('a request fails after four internal errors, whatever answers came between them', async () => {
    const codes = [500, 503, 500, 503, 500, 500];
    const {server, requests} = await start((_request, response) => {
      const code = codes.shift() ?? 200;
      answer(response, code, status(code, code === 503 ? 'ServiceUnavailable' : 'InternalError', 'x'));
    });
    expect(await requests.send(get)).toMatchObject({ok: false, status: 500});
    expect(server.requests).toHaveLength(6);
  });

  it.each<{name: string; code: number; body: unknown; kind: string}>([
    {
      name: 'a 500 that reports wrong input',
      code: 500,
      body: status(
        500,
        '',
        'failed to create typed patch object (n/x; v1, Kind=ConfigMap): .dat: field not declared in schema',
      ),
      kind: 'wrong-input',
    },
    {name: 'a 500 without a known reason', code: 500, body: status(500, '', 'panic'), kind: 'other'},
    {
      name: 'a stale resourceVersion',
      code: 409,
      body: status(409, 'Conflict', 'the object has been modified', {kind: 'configmaps', name: 'x'}),
      kind: 'stale',
    },
    {
      name: 'a 403',
      code: 403,
      body: status(403, 'Forbidden', 'configmaps is forbidden: User "u" cannot get resource "configmaps"'),
      kind: 'forbidden',
    },
    {name: 'a 404 in plain text', code: 404, body: 'no such page', kind: 'not-found'},
    {name: 'a redirect', code: 302, body: '', kind: 'other'},
  ])('a request is not sent again after $name', async ({code, body, kind}) => {
    const {server, requests} = await start((_request, response) => answer(response, code, body));
    expect(await requests.send(get)).toMatchObject({ok: false, refusal: {kind, status: code}});
    expect(server.requests).toHaveLength(1);
  });

  it('a POST that may have been executed is not sent again', async () => {
    const {server, requests} = await start((_request, response) => stream(response).session?.destroy());
    await expect(requests.send({method: 'POST', path: '/x', body: {}})).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable', detail: expect.stringContaining('may have been executed')},
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [500, status(500, 'InternalError', 'etcdserver: request timed out')],
    [502, 'Bad Gateway'],
    [504, ''],
  ])(
    'a POST that may have been executed is not sent again after a %i: its object may be deleted already',
    async (code, body) => {
      const {server, requests} = await start((_request, response) => answer(response, code, body));
      expect(await requests.send({method: 'POST', path: '/x', body: {}})).toMatchObject({ok: false, status: code});
      expect(server.requests).toHaveLength(1);
    },
  );

  it('a request is sent at most 8 times, then it returns the refusal', async () => {
    const {server, clock, requests} = await start((_request, response) => answer(response, 503, ''));
    expect(await requests.send(get)).toMatchObject({ok: false, refusal: {kind: 'unavailable'}});
    expect(server.requests).toHaveLength(8);
    expect(clock.slept).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000]);
  });

  it('a request that a webhook fails is sent 4 times, or 8 times if the plan itself starts the webhook', async () => {
    const failing = status(
      500,
      'InternalError',
      'Internal error occurred: failed calling webhook "a.b": connection refused',
    );
    const {server, requests} = await start((_request, response) => answer(response, 500, failing));
    await requests.send(get);
    expect(server.requests).toHaveLength(4);
    await requests.send({...get, retry: {awaitWebhooks: true}});
    expect(server.requests).toHaveLength(12);
  });
});

describe('a server that goes away', () => {
  it('a request that a closing server did not process is sent on a new connection, even a POST', async () => {
    const {server, requests} = await start((_request, response, count) => {
      if (count !== 1) return ok(response);
      // The first request had the stream 1, this one has 3: it was not looked at.
      stream(response).session?.goaway(0, 1);
      stream(response).session?.destroy();
    });
    await requests.send(get);
    expect(await requests.send({method: 'POST', path: '/x', body: {}})).toMatchObject({ok: true, resent: false});
    expect(server.sessions).toHaveLength(2);
  });

  it('a server that goes away finishes its requests while new ones use another connection', async () => {
    const {promise: second, resolve} = Promise.withResolvers<void>();
    const {server, requests} = await start((request, response) => {
      if (request.url !== '/slow') return ok(response);
      stream(response).session?.goaway(0);
      void second.then(() => ok(response));
    });
    const slow = requests.send({...get, path: '/slow'});
    await expect.poll(() => server.requests.length).toBe(1);
    // The GOAWAY and this request may cross; either way it is answered.
    expect(await requests.send(get)).toMatchObject({ok: true});
    resolve();
    expect(await slow).toMatchObject({ok: true, resent: false});
  });
});

describe('time', () => {
  it('a request without an answer is repeated once, then fails, and its connection is not used again', async () => {
    const {server, clock, requests} = await start((request, response) =>
      request.url === '/x' ? ok(response) : undefined,
    );
    await requests.send(get);
    await expect(requests.send({...get, path: '/slow', timeoutMs: 20})).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable', detail: 'no answer within 0.02 s'},
    });
    expect(clock.slept).toHaveLength(1);
    await requests.send(get);
    expect(server.sessions.length).toBeGreaterThan(1);
  });

  it('the time of a request ends also if its connection does not react', async () => {
    const never = {send: () => Promise.withResolvers<never>().promise, renew: () => undefined, close: () => undefined};
    const access = {server: 'https://cluster.example.com', tls: {}, credential: async () => bearer('x')};
    const requests = openRequests(access as unknown as ClusterAccess, {
      clock: quickClock(),
      onEvent: () => undefined,
      random: () => 1,
      openTransport: () => never,
    });
    open.push(requests.close);
    await expect(requests.send({...get, timeoutMs: 20})).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable', detail: 'no answer within 0.02 s'},
    });
  });

  it('an abort ends a request with its reason', async () => {
    const abort = new AbortController();
    const {requests} = await start(() => abort.abort(new Error('enough')));
    await expect(requests.send({...get, signal: abort.signal})).rejects.toThrow('enough');
  });

  it('an abort ends a stream after its answer has begun', async () => {
    const abort = new AbortController();
    const {requests} = await start((_request, response) => {
      stream(response).respond({':status': 200});
      stream(response).write('{"first": true}');
    });
    const reply = await requests.stream({...get, timeoutMs: 500, signal: abort.signal});
    if (!reply.ok) throw new Error(reply.refusal.message);
    const read = (async () => {
      let text = '';
      for await (const chunk of reply.body) {
        text += String(chunk);
        abort.abort(new Error('enough'));
      }
      return text;
    })();
    await expect(read).rejects.toThrow();
    expect(abort.signal.aborted).toBe(true);
  });

  it('an abort ends the wait before a retry', async () => {
    const abort = new AbortController();
    const {requests, events} = await start((_request, response) => {
      abort.abort(new Error('enough'));
      answer(response, 503, '');
    });
    await expect(requests.send({...get, signal: abort.signal})).rejects.toThrow('enough');
    expect(events.length).toBeLessThan(2);
  });

  it('a stop lets the current attempt end, and its result is the answer', async () => {
    const stop = new AbortController();
    const {server, requests} = await start((_request, response, count) => {
      stop.abort(new Error('enough'));
      if (count === 0) answer(response, 503, '');
      else ok(response);
    });
    expect(await requests.send({...get, stop: stop.signal})).toMatchObject({ok: false, refusal: {kind: 'unavailable'}});
    await expect(requests.send({...get, stop: stop.signal})).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });

  it('a stop during a write keeps the answer to the write', async () => {
    const stop = new AbortController();
    const {requests} = await start((_request, response) => {
      stop.abort(new Error('enough'));
      ok(response);
    });
    const write = {method: 'PATCH', path: '/x', body: {}} as const;
    expect(await requests.send({...write, stop: stop.signal})).toMatchObject({ok: true});
  });
});

describe('the first contact', () => {
  it.each([
    {name: 'no process listens', server: 'https://127.0.0.1:1', detail: 'ECONNREFUSED'},
    {name: 'the server name is unknown', server: 'https://nowhere.invalid:6443', detail: 'nowhere.invalid'},
  ])('a request fails soon if $name', async ({server, detail}) => {
    const clock = quickClock();
    const requests = openRequests(accessTo(server), {clock, onEvent: () => undefined});
    open.push(requests.close);
    await expect(requests.send(get)).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable', server, detail: expect.stringContaining(detail)},
    });
    expect(clock.slept).toHaveLength(2);
  });

  it.each<{name: string; leaf?: FakeOptions['leaf']; access?: Partial<ClusterAccess>; detail: string}>([
    {
      name: 'a certificate of another authority',
      access: {tls: {insecure: false}},
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    },
    {
      name: 'a certificate for another name',
      leaf: {name: 'x', server: {dns: ['elsewhere'], ips: []}},
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    },
    {
      name: 'an expired certificate',
      leaf: {
        name: 'x',
        server: {dns: ['localhost'], ips: ['127.0.0.1']},
        notBefore: new Date(0),
        notAfter: new Date(86_400_000),
      },
      detail: 'CERT_HAS_EXPIRED',
    },
  ])('a request refuses a server with $name, and is not repeated', async ({leaf, access, detail}) => {
    const {requests, clock} = await start((_request, response) => ok(response), {
      ...(leaf && {leaf}),
      ...(access && {access}),
    });
    await expect(requests.send(get)).rejects.toMatchObject({
      failure: {code: 'cluster/tls', detail: expect.stringContaining(detail)},
    });
    expect(clock.slept).toEqual([]);
  });

  it('the TLS server name is that of tls-server-name, and absent with insecure', async () => {
    const leaf = {name: 'x', server: {dns: ['elsewhere'], ips: []}};
    const named = await start((_request, response) => ok(response), {
      leaf,
      access: {tls: {ca: authority.cert, serverName: 'elsewhere', insecure: false}},
    });
    expect(await named.requests.send(get)).toMatchObject({ok: true});
    const insecure = await start((_request, response) => ok(response), {leaf, access: {tls: {insecure: true}}});
    expect(await insecure.requests.send(get)).toMatchObject({ok: true});
  });
});

describe('the credential', () => {
  it('a rejected credential is renewed once for all requests that were rejected together', async () => {
    let resolved = 0;
    const credential: ClusterAccess['credential'] = async (options) =>
      bearer(options?.again ? `new${resolved++ > 0 ? '!' : ''}` : 'old');
    const {requests} = await start(unauthorized, {access: {credential}});
    const replies = await Promise.all([1, 2, 3, 4].map(() => requests.send(get)));
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect(resolved).toBe(1);
  });

  it('a credential is not awaited after an abort', async () => {
    const abort = new AbortController();
    const credential = () => {
      abort.abort(new Error('enough'));
      return new Promise<never>(() => undefined);
    };
    const {requests} = await start(unauthorized, {access: {credential}});
    await expect(requests.send({...get, signal: abort.signal})).rejects.toThrow('enough');
  });

  it('a credential that is rejected twice is an error', async () => {
    const {requests, server} = await start(unauthorized, {access: {credential: async () => bearer('old')}});
    await expect(requests.send(get)).rejects.toMatchObject({failure: {code: 'credential/refused'}});
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    {
      name: 'certificate',
      credential: {headers: [], certificate: {...issue('c'), notAfter: '2025-12-31T00:00:00.000Z'}},
      what: 'client certificate',
      since: '2025-12-31T00:00:00.000Z',
    },
    {
      name: 'token',
      credential: bearer(`e30.${Buffer.from('{"exp":1}').toString('base64url')}.x`),
      what: 'token',
      since: '1970-01-01T00:00:01.000Z',
    },
  ])('the error about an expired $name says what expired and when', async ({credential, what, since}) => {
    const {requests} = await start(unauthorized, {access: {credential: async () => credential}});
    await expect(requests.send(get)).rejects.toMatchObject({failure: {code: 'credential/expired', what, since}});
  });

  it('a request impersonates groups with one header per group', async () => {
    const groups = ['a', 'b'].map((group) => ({name: 'impersonate-group', value: new Secret(group)}));
    const {requests, server} = await start((_request, response) => ok(response), {
      access: {credential: async () => ({headers: groups})},
    });
    await requests.send(get);
    expect(server.requests[0]?.headers['impersonate-group']).toBe('a, b');
  });
});

describe('answers', () => {
  it.each([
    {name: 'with gzip', access: {}, want: 'gzip'},
    {
      name: 'uncompressed as the kubeconfig says',
      access: {disableCompression: true},
      want: 'identity',
    },
  ] as const)('answers are requested $name', async ({access, want}) => {
    const {server, requests} = await start((_request, response) => ok(response), {access});
    await requests.send(get);
    expect(server.requests[0]?.headers['accept-encoding']).toBe(want);
  });

  it('answers are decompressed, and their warnings read', async () => {
    const {requests} = await start((_request, response) => {
      const plain = response as ServerResponse;
      plain.writeHead(200, {'content-encoding': 'gzip', warning: '299 - "v1beta1 is \\"old\\"", 299 - "two"'});
      plain.end(gzipSync('{"a":1}'));
    });
    expect(await requests.send(get)).toMatchObject({body: {a: 1}, warnings: ['v1beta1 is "old"', 'two']});
  });

  it('answers that are too large after decompression are refused and not requested again', async () => {
    const packed = gzipSync(Buffer.alloc(MAX_ANSWER_BYTES + 1, ' '), {level: 1});
    expect(packed.length).toBeLessThan(MAX_ANSWER_BYTES / 50);
    let asked = 0;
    const {requests} = await start((_request, response) => {
      asked++;
      const plain = response as ServerResponse;
      plain.writeHead(200, {'content-encoding': 'gzip'});
      plain.end(packed);
    });
    await expect(requests.send(get)).rejects.toMatchObject({
      failure: {code: 'cluster/answer-too-large', detail: 'it has more than 256 MiB'},
    });
    expect(asked).toBe(1);
  });

  it('an answer does not show a secret that the server echoed', async () => {
    const secret = 'pa"ss\nword<1>';
    const message = `Invalid value: ${JSON.stringify(secret)}, ${Buffer.from(secret).toString('base64')}, token-1234`;
    const credential = {headers: [{name: 'authorization', value: new Secret('Bearer token-1234')}]};
    const {requests} = await start(
      (_request, response) =>
        answer(response, 422, status(422, 'Invalid', message, {causes: [{field: 'f', reason: 'r', message: secret}]})),
      {
        secrets: [new Secret(secret)],
        access: {credential: async () => credential},
      },
    );
    expect(await requests.send(get)).toMatchObject({
      refusal: {message: 'Invalid value: "***", ***, ***', causes: [{message: '***'}]},
    });
  });

  it.each([
    {name: 'a refusal that is not a Status', code: 403, lead: 490},
    {name: 'an answer that is not JSON', code: 200, lead: 50},
  ])('$name does not show a part of a secret', async ({code, lead}) => {
    const credential = {headers: [{name: 'authorization', value: new Secret('Bearer token-1234-of-the-team')}]};
    const {requests} = await start(
      (_request, response) => answer(response, code, `${'x'.repeat(lead)}token-1234-of-the-team, Basic`),
      {access: {credential: async () => credential}},
    );
    const told = await requests.send({...get, retry: {attempts: 1}}).catch((error: unknown) => error);
    expect(inspect(told, {depth: 9})).toContain('xxx');
    expect(inspect(told, {depth: 9})).not.toContain('toke');
  });

  it('requests use HTTP/1.1 if the server supports nothing else', async () => {
    const {requests, server} = await start((_request, response) => ok(response), {http1: true});
    const replies = await Promise.all(
      Array.from({length: 100}, () => requests.send({method: 'PATCH', path: '/x', body: {a: 'é'}})),
    );
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect(new Set(server.requests.map(({version, text}) => `${version} ${text}`))).toEqual(new Set(['1.1 {"a":"é"}']));
    expect(server.sockets.size).toBeLessThanOrEqual(POOL_MAX);
  });

  it('requests use the path of the server', async () => {
    const server: FakeServer = await fakeServer((_request, response) => ok(response));
    const requests = openRequests(
      {...server.access, server: `${server.access.server}/k8s/c1`},
      {clock: quickClock(), onEvent: () => undefined},
    );
    open.push(server.close, requests.close);
    await requests.send({...get, query: {a: 'x=y', b: undefined}});
    expect(server.requests[0]?.url).toBe('/k8s/c1/x?a=x%3Dy');
  });
});

function issue(name: string) {
  const {cert, key} = issueLeaf(authority, {name});
  return {cert: new Secret(cert), key: new Secret(key)};
}
