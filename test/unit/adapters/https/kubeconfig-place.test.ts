import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {inspect} from 'node:util';
import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {
  fetchUrl,
  type HttpsOptions,
  MAX_BYTES,
  type UrlPlace,
} from '../../../../src/adapters/https/kubeconfig-place/fetch-url.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {authority, httpsServer} from '../../../rig/https-server.ts';

const root = mkdtempSync(join(tmpdir(), 'gantry-fetch-'));
afterAll(() => rmSync(root, {recursive: true}));
const caFile = join(root, 'ca.crt');
writeFileSync(caFile, authority.cert);

let count = 0;
let cacheDir = '';
beforeEach(() => {
  cacheDir = join(root, String(count++), 'cache', 'kubeconfigs');
});

type Place = UrlPlace;

const bearer = (token: string): Pick<Place, 'authorization'> => ({
  authorization: {scheme: 'bearer', token: new Secret(token)},
});

function fetchFrom(url: string, place: Partial<Place> = {}, options: Partial<HttpsOptions> = {}) {
  const from: Place = {kind: 'url', url, caFile, ...place};
  return fetchUrl(
    {workspace: 'prod', field: 'context.kubeconfig_path', from},
    {cacheDir, env: {}, patience: {firstDelayMs: 1}, ...options},
  );
}

async function failureOf(promise: Promise<unknown>): Promise<{code: string; text: string; error: GantryError}> {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof GantryError)) throw new Error(`no failure: ${String(error)}`);
  const {failure} = error;
  expect(failure).toMatchObject({workspace: 'prod', field: 'context.kubeconfig_path'});
  return {code: failure.code, text: JSON.stringify(failure), error};
}

/** In place of a file: a link to the same text. */
function linkTo(file: string): void {
  renameSync(file, join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), file);
}

const KUBECONFIG = 'kind: Config\n';
const give =
  (text: string, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, headers).end(text);
const status =
  (code: number, headers: Record<string, string> = {}, text = '') =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(code, headers).end(text);

describe('a kubeconfig by https', () => {
  it('a kubeconfig is fetched from a server that the given authority signed', async () => {
    const server = await httpsServer(give(KUBECONFIG));
    const {text, from} = await fetchFrom(`${server.address}/k?sig=s3cr3t`);
    expect([text.reveal(), from]).toEqual([KUBECONFIG, `${server.address}/k`]);
    expect(server.received).toMatchObject([{path: '/k?sig=s3cr3t'}]);
    expect(server.received[0]?.headers['authorization']).toBeUndefined();
  });

  it('a kubeconfig is not fetched from an untrusted server', async () => {
    const server = await httpsServer(give(KUBECONFIG));
    const from: Place = {kind: 'url', url: server.address};
    const promise = fetchUrl({workspace: 'prod', field: 'context.kubeconfig_path', from}, {cacheDir, env: {}});
    const {code, text} = await failureOf(promise);
    expect(code).toBe('context/fetch-failed');
    expect(text).toMatch(/authority that this machine does not trust.*caFile/);
    expect(server.received).toHaveLength(0);
  });

  it.each([
    {name: 'is not there', content: undefined, says: /caFile .* does not exist/},
    {name: 'is something else', content: 'x', says: /caFile .* contains no PEM certificate/},
  ])('a fetch fails with an authority file that $name', async ({content, says}) => {
    const file = join(root, 'other.crt');
    rmSync(file, {force: true});
    if (content !== undefined) writeFileSync(file, content);
    const {code, text} = await failureOf(fetchFrom('https://localhost:1', {caFile: file}));
    expect([code, text]).toEqual(['context/kubeconfig', expect.stringMatching(says)]);
  });

  it.each([
    {name: 'a token', authorization: {scheme: 'bearer', token: new Secret('t')}, header: 'Bearer t'},
    {
      name: 'a password',
      authorization: {scheme: 'basic', username: 'ü', password: new Secret('p:q')},
      header: `Basic ${Buffer.from('ü:p:q').toString('base64')}`,
    },
  ] as const)('a kubeconfig is fetched with $name', async ({authorization, header}) => {
    const server = await httpsServer(give(KUBECONFIG));
    await fetchFrom(server.address, {authorization});
    expect(server.received[0]?.headers['authorization']).toBe(header);
  });
});

describe('a response that is not a kubeconfig', () => {
  it.each([
    {
      name: 'a refused token',
      answer: status(401),
      place: bearer('s3cr3t'),
      code: 'context/fetch-refused',
      says: /the login was refused \(401\).*has not expired/,
    },
    {
      name: 'a token without the right',
      answer: status(403),
      place: bearer('s3cr3t'),
      code: 'context/fetch-refused',
      says: /refused \(403\).*denies access/,
    },
    {
      name: 'a login that nobody gave',
      answer: status(401),
      place: {},
      code: 'context/fetch-refused',
      says: /requires a login \(401\), but the workspace sets none.*bearer: ref:/,
    },
    {
      name: 'a missing file',
      answer: status(404),
      place: {},
      code: 'context/kubeconfig',
      says: /has no such file \(404\).*none was sent/,
    },
    {
      name: 'a missing file, with a login',
      answer: status(404),
      place: bearer('s3cr3t'),
      code: 'context/kubeconfig',
      says: /has no such file \(404\)"/,
    },
    {
      name: 'a page that asks for a login',
      answer: give('<!DOCTYPE html><title>Sign in</title>', {'content-type': 'text/html; charset=utf-8'}),
      place: {},
      code: 'context/fetch-refused',
      says: /a web page, for example a login page.*\(raw\)/,
    },
    {
      name: 'a page that says that it is text',
      answer: give('\n <html><body>', {'content-type': 'text/plain'}),
      place: {},
      code: 'context/fetch-refused',
      says: /a web page/,
    },
    {name: 'nothing', answer: give(' \n'), place: {}, code: 'context/kubeconfig', says: /is empty/},
    {name: 'a strange answer', answer: status(204), place: {}, code: 'context/kubeconfig', says: /responded with 204/},
    {
      name: 'more than anybody has',
      answer: give('x'.repeat(MAX_BYTES + 1)),
      place: {},
      code: 'context/kubeconfig',
      says: /larger than 1 MiB/,
    },
    {
      name: 'more than anybody has, without saying how much',
      answer: (_: unknown, response: ServerResponse) => {
        response.writeHead(200);
        response.write('x'.repeat(MAX_BYTES));
        response.end('y');
      },
      place: {},
      code: 'context/kubeconfig',
      says: /larger than 1 MiB/,
    },
    {
      name: 'a broken server',
      answer: status(500),
      place: {},
      code: 'context/fetch-failed',
      says: /it responded with 500/,
    },
    {
      name: 'a busy server',
      answer: status(429),
      place: {},
      code: 'context/fetch-failed',
      says: /429: too many requests/,
    },
  ])('a response is reported: $name', async ({answer, place, code, says}) => {
    const server = await httpsServer(answer);
    const failure = await failureOf(fetchFrom(`${server.address}/k?sig=s3cr3t`, place));
    expect([failure.code, failure.text]).toEqual([code, expect.stringMatching(says)]);
    expect(failure.text).toContain(`${server.address}/k`);
    expect(inspect(failure.error, {depth: 9})).not.toContain('s3cr3t');
  });

  it('a reported response does not repeat quotes of the server', async () => {
    const server = await httpsServer((request, response) => {
      response.writeHead(401, {'www-authenticate': String(request.headers['authorization'])});
      response.end(`bad ${request.headers['authorization']}`);
    });
    const {error} = await failureOf(fetchFrom(server.address, bearer('s3cr3t')));
    expect(inspect(error, {depth: 9})).not.toContain('s3cr3t');
  });
});

describe('retries', () => {
  it.each([
    {name: 'a server that is busy', first: status(503)},
    {name: 'one that asks for a pause', first: status(429, {'retry-after': '0'})},
    {name: 'a connection that is cut', first: (_: unknown, response: ServerResponse) => void response.destroy()},
  ])('a fetch is retried after $name', async ({first}) => {
    let asked = 0;
    const server = await httpsServer((request, response) =>
      asked++ === 0 ? first(request, response) : give(KUBECONFIG)(request, response),
    );
    expect((await fetchFrom(server.address)).text.reveal()).toBe(KUBECONFIG);
    expect(server.received).toHaveLength(2);
  });

  it('retries end after four attempts', async () => {
    const server = await httpsServer(status(500));
    await failureOf(fetchFrom(server.address));
    expect(server.received).toHaveLength(4);
  });

  it('a server that requests an hour is not retried', async () => {
    const server = await httpsServer(status(503, {'retry-after': '3600'}));
    await failureOf(fetchFrom(server.address));
    expect(server.received).toHaveLength(1);
  });

  it.each([
    {name: 'says nothing', answer: () => {}},
    {name: 'never ends', answer: (_: unknown, response: ServerResponse) => void response.writeHead(200).write('kind:')},
  ])('retries end with a server that $name', async ({answer}) => {
    const server = await httpsServer(answer);
    const {code, text} = await failureOf(fetchFrom(server.address, {}, {patience: {budgetMs: 300}}));
    expect([code, text]).toEqual(['context/fetch-failed', expect.stringContaining('no complete response within')]);
  });

  it('retries end when the user stops the run', async () => {
    const stop = new AbortController();
    const server = await httpsServer(() => stop.abort('SIGINT'));
    await expect(fetchFrom(server.address, {}, {signal: stop.signal})).rejects.toBe('SIGINT');
  });
});

describe('a redirect', () => {
  const to = (location: string) => status(302, {location});

  it('a redirect to the same server keeps the login', async () => {
    const server = await httpsServer((request, response) =>
      request.url === '/raw' ? give(KUBECONFIG)(request, response) : to('/raw')(request, response),
    );
    await fetchFrom(`${server.address}/k`, bearer('t'));
    expect(server.received.map(({path, headers}) => [path, headers['authorization']])).toEqual([
      ['/k', 'Bearer t'],
      ['/raw', 'Bearer t'],
    ]);
  });

  it('a redirect to another server and back loses the login', async () => {
    const home = await httpsServer((request, response) =>
      request.url === '/back' ? give(KUBECONFIG)(request, response) : to(`${other.address}/x`)(request, response),
    );
    const other = await httpsServer((request, response) => to(`${home.address}/back`)(request, response));
    await fetchFrom(`${home.address}/k`, bearer('t'));
    expect(other.received.map(({headers}) => headers['authorization'])).toEqual([undefined]);
    expect(home.received.map(({headers}) => headers['authorization'])).toEqual(['Bearer t', undefined]);
  });

  it('a redirect to another server that requires a login is reported with its name', async () => {
    const other = await httpsServer(status(401));
    const home = await httpsServer(to(`${other.address}/x`));
    const {text} = await failureOf(fetchFrom(`${home.address}/k`, bearer('t')));
    expect(text).toContain(
      `refused at ${new URL(other.address).host}, to which it redirects (401), where the login is not sent`,
    );
  });

  it.each([
    {
      name: 'to http',
      location: 'http://localhost:1/k?sig=s3cr3t',
      says: /redirects to http:\/\/localhost:1, but only https is followed/,
    },
    {name: 'to a file', location: 'file:///etc/passwd', says: /only https is followed/},
    {name: 'with a password', location: 'https://u:s3cr3t@localhost:1/', says: /with a password/},
    {name: 'to nowhere', location: 'https://', says: /redirects to an invalid address/},
    {
      name: 'to where a cloud gives credentials',
      location: 'https://169.254.169.254/latest/meta-data',
      says: /redirects to 169\.254\.169\.254, which is the metadata address of a cloud/,
    },
    {name: 'in a ring', location: '/k', says: /at most 5 are followed/},
  ])('a redirect $name is refused', async ({location, says}) => {
    const server = await httpsServer(to(location));
    const {code, text, error} = await failureOf(fetchFrom(`${server.address}/k`, bearer('t0ken')));
    expect([code, text]).toEqual(['context/kubeconfig', expect.stringMatching(says)]);
    expect(inspect(error, {depth: 9})).not.toMatch(/s3cr3t|t0ken/);
    expect(server.received.length).toBeLessThanOrEqual(6);
  });
});

describe('a cached copy', () => {
  /** Gives `text` under an ETag, and 304 to who has it. */
  const versioned = (state: {text: string; etag: string}) =>
    httpsServer((request, response) =>
      request.headers['if-none-match'] === state.etag
        ? status(304)(request, response)
        : give(state.text, {etag: state.etag})(request, response),
    );
  const filesOf = (): readonly string[] => (existsSync(cacheDir) ? readdirSync(cacheDir) : []);

  it('a cached copy is used only if the server confirms it', async () => {
    const state = {text: 'one', etag: '"1"'};
    const server = await versioned(state);
    const read = async () => (await fetchFrom(server.address)).text.reveal();
    expect(await read()).toBe('one');
    expect(await read()).toBe('one');
    Object.assign(state, {text: 'two', etag: '"2"'});
    expect(await read()).toBe('two');
    expect(server.received.map(({headers}) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"']);
  });

  it('a cached copy is a file for its owner only, and its name reveals nothing', async () => {
    const server = await versioned({text: 'one', etag: '"1"'});
    await fetchFrom(`${server.address}/secret-name`, bearer('t0ken'));
    const [file = ''] = filesOf();
    expect(filesOf()).toHaveLength(1);
    expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
    expect(statSync(cacheDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(cacheDir, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cacheDir, file), 'utf8')).not.toMatch(/t0ken|secret-name/);
  });

  it('a cached copy of one login is never used for another', async () => {
    const server = await versioned({text: 'one', etag: '"1"'});
    const basic = (password: string) =>
      ({authorization: {scheme: 'basic', username: 'u', password: new Secret(password)}}) as const;
    for (const place of [bearer('a'), bearer('b'), basic('a'), basic('b'), {}]) await fetchFrom(server.address, place);
    expect(server.received.map(({headers}) => headers['if-none-match'])).toEqual(Array(5).fill(undefined));
    expect(filesOf()).toHaveLength(5);
  });

  it('a cached copy is not used if the server is unreachable', async () => {
    const server = await versioned({text: 'one', etag: '"1"'});
    await fetchFrom(server.address);
    await server.close();
    const {code, text} = await failureOf(fetchFrom(server.address));
    expect([code, text]).toEqual(['context/fetch-failed', expect.stringContaining('connection refused')]);
  });

  it.each([{code: 401}, {code: 403}, {code: 404}])(
    'a cached copy is deleted when the server no longer serves it ($code)',
    async ({code}) => {
      let gone = false;
      const server = await httpsServer((request, response) =>
        (gone ? status(code) : give('one', {etag: '"1"'}))(request, response),
      );
      await fetchFrom(server.address, bearer('t'));
      gone = true;
      await failureOf(fetchFrom(server.address, bearer('t')));
      expect(filesOf()).toEqual([]);
    },
  );

  it('a cached copy stays while the server is broken', async () => {
    let broken = false;
    const server = await httpsServer((request, response) =>
      (broken ? status(503) : give('one', {etag: '"1"'}))(request, response),
    );
    await fetchFrom(server.address);
    broken = true;
    await failureOf(fetchFrom(server.address));
    expect(filesOf()).toHaveLength(1);
  });

  it.each([
    {name: 'that others may read', spoil: (file: string) => chmodSync(file, 0o644)},
    {name: 'that is cut', spoil: (file: string) => writeFileSync(file, '{"etag":')},
    {name: 'that is a link', spoil: (file: string) => linkTo(file)},
  ])('a cached copy is not trusted $name', async ({spoil}) => {
    const server = await versioned({text: 'one', etag: '"1"'});
    await fetchFrom(server.address);
    spoil(join(cacheDir, filesOf()[0] ?? ''));
    expect((await fetchFrom(server.address)).text.reveal()).toBe('one');
    expect(server.received[1]?.headers['if-none-match']).toBeUndefined();
  });

  it('a response without an ETag is not cached, and an unused copy is deleted after a month', async () => {
    const first = await versioned({text: 'one', etag: '"1"'});
    const second = await httpsServer(give('two'));
    await fetchFrom(second.address);
    expect(filesOf()).toEqual([]);
    await fetchFrom(first.address);
    const old = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(cacheDir, filesOf()[0] ?? ''), old, old);
    await fetchFrom((await versioned({text: 'three', etag: '"3"'})).address);
    expect(filesOf()).toHaveLength(1);
  });
});
