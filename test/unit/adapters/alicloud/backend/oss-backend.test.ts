import {describe, expect, it} from 'vitest';
import {ossBackend} from '../../../../../src/adapters/alicloud/backend/oss-backend.ts';
import type {OssConfig} from '../../../../../src/adapters/alicloud/backend/oss-config.ts';
import {type Failure, GantryError} from '../../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import type {HttpsRequest} from '../../../../../src/lib/https-request.ts';
import {leaks, plainCanary} from '../../../../rig/canaries.ts';
import {OSS_KEYS, type OssAnswer, ossDouble, ossProblem} from '../../../../rig/doubles/oss.ts';
import {endlessServer} from '../../../../rig/endless-server.ts';
import {ossBackendOn} from '../../../../rig/oss.ts';

const VALUE = new TextEncoder().encode('value');

async function failureOf(work: Promise<unknown>): Promise<Failure & {readonly said: string}> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GantryError) return {...error.failure, said: JSON.stringify(error.failure)};
  throw new Error('it succeeded, or failed otherwise', {cause: error});
}

describe('a bucket on which versioning is or was enabled', () => {
  it.each(['Enabled', 'Suspended'] as const)('%s: it is refused before anything is written', async (versioning) => {
    const double = Object.assign(await ossDouble(), {versioning});
    const backend = await ossBackendOn(double);
    expect(await failureOf(backend.put('locks/a', VALUE, undefined))).toMatchObject({
      code: 'backend/unusable',
      problem: expect.stringContaining('versioning is enabled or suspended'),
    });
    expect(await failureOf(backend.delete('locks/a', '1'))).toMatchObject({code: 'backend/unusable'});
    expect(double.objects.size).toBe(0);
    expect(double.asked.filter((asked) => !asked.startsWith('GET'))).toEqual([]);
    expect(await backend.get('locks/a')).toBeUndefined();
  });

  it.each(['Enabled', 'Suspended'] as const)(
    '%s: two creates find a versioned bucket without permission to read its state',
    async (versioning) => {
      const double = Object.assign(await ossDouble(), {versioning});
      double.interfere = ({query}) => (query.has('versioning') ? ossProblem(403, 'AccessDenied') : undefined);
      const backend = await ossBackendOn(double);
      expect(await failureOf(backend.put('locks/a', VALUE, undefined))).toMatchObject({code: 'backend/unusable'});
      expect([...double.objects.keys()]).toEqual([]);
    },
  );

  it('versioning that is enabled later is noticed at the next write', async () => {
    const double = await ossDouble();
    const backend = await ossBackendOn(double);
    const made = await backend.put('locks/a', VALUE, undefined);
    double.versioning = 'Enabled';
    const version = made === 'conflict' ? '' : made.version;
    expect(await failureOf(backend.put('locks/a', VALUE, version))).toMatchObject({code: 'backend/unusable'});
  });
});

it('a server that ignores the header is refused although it reports no versioning', async () => {
  const double = await ossDouble();
  double.interfere = ({method}) => (method === 'PUT' ? {status: 200, headers: {etag: '"x"'}} : undefined);
  expect(await failureOf((await ossBackendOn(double)).put('locks/a', VALUE, undefined))).toMatchObject({
    code: 'backend/unusable',
    problem: expect.stringContaining('x-oss-forbid-overwrite'),
  });
});

it('a process examines the bucket once for all writes', async () => {
  const double = await ossDouble();
  const backend = await ossBackendOn(double);
  for (const key of ['a', 'b', 'c']) await backend.put(key, VALUE, undefined);
  expect(double.asked.filter((asked) => asked.includes('versioning'))).toHaveLength(1);
  expect([...double.objects.keys()].filter((name) => name.includes('proof'))).toEqual([]);
});

it('requests of one backend share one connection', async () => {
  const double = await ossDouble();
  const backend = await ossBackendOn(double);
  for (const key of ['a', 'b', 'c']) await backend.put(key, VALUE, undefined);
  expect(await backend.list('')).toEqual(['a', 'b', 'c']);
  expect(double.connections).toBe(1);
});

it('a deleted key is not listed, and leaves an empty object', async () => {
  const double = await ossDouble();
  const backend = await ossBackendOn(double);
  const made = await backend.put('releases/a/1.json', VALUE, undefined);
  await backend.delete('releases/a/1.json', made === 'conflict' ? '' : made.version);
  expect(await backend.list('')).toEqual([]);
  expect([...double.objects]).toMatchObject([['team/state/releases/a/1.json/.000000000002', {body: Buffer.alloc(0)}]]);
});

describe('a refusal of OSS (a double) is explained:', () => {
  it.each<{readonly title: string; readonly answer: OssAnswer; readonly want: object}>([
    {
      title: 'no bucket',
      answer: ossProblem(404, 'NoSuchBucket'),
      want: {code: 'backend/unusable', problem: 'the bucket team-state does not exist'},
    },
    {
      title: 'no permission',
      answer: ossProblem(403, 'AccessDenied'),
      want: {code: 'backend/denied', action: 'oss:ListObjects'},
    },
    {
      title: 'another region',
      answer: ossProblem(403, 'AccessDenied', '<Endpoint>oss-cn-beijing.aliyuncs.com</Endpoint>'),
      want: {code: 'backend/unusable', problem: expect.stringContaining('oss-cn-beijing.aliyuncs.com')},
    },
    {
      title: 'an unknown key',
      answer: ossProblem(403, 'InvalidAccessKeyId'),
      want: {code: 'backend/credential', problem: 'the access key is unknown'},
    },
    {title: 'a wrong secret', answer: ossProblem(403, 'SignatureDoesNotMatch'), want: {code: 'backend/credential'}},
    {
      title: 'an old token',
      answer: ossProblem(403, 'SecurityTokenExpired'),
      want: {code: 'backend/credential', problem: 'the session token has expired'},
    },
    {
      title: 'a server that stays busy',
      answer: ossProblem(503, 'QpsLimitExceeded'),
      want: {code: 'backend/io', detail: expect.stringContaining('503 QpsLimitExceeded')},
    },
    {
      title: 'a page of a proxy',
      answer: {status: 200, body: '<html>canary</html>'},
      want: {code: 'backend/unusable', problem: 'the response is not a listing of a bucket'},
    },
    {
      title: 'half of a listing',
      answer: {status: 200, body: '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'},
      want: {code: 'backend/unusable'},
    },
  ])('$title', async ({answer, want}) => {
    const double = await ossDouble();
    double.interfere = () => answer;
    const {said, ...failure} = await failureOf((await ossBackendOn(double)).get('locks/a'));
    expect(failure).toMatchObject(want);
    expect(said).not.toContain('canary');
  });

  it('a wrong clock is corrected by that of the server', async () => {
    const sent: string[] = [];
    const http = async ({headers = {}}: HttpsRequest) => {
      sent.push(headers['x-oss-date'] ?? '');
      const {status, body} = ossProblem(403, sent.length === 1 ? 'RequestTimeTooSkewed' : 'AccessDenied');
      return {status, headers: {date: 'Wed, 01 Jan 2200 00:00:30 GMT'}, body: Buffer.from(String(body))};
    };
    const backend = await ossBackendOn({url: 'https://oss.example', bucket: 'b'}, {options: {http}});
    expect(await failureOf(backend.get('locks/a'))).toMatchObject({code: 'backend/denied'});
    expect(sent).toEqual([expect.stringMatching(/^20\d{6}T/), expect.stringMatching(/^22000101T000[01]/)]);
  });
});

it.each([200, 403, 500])('an endless response with %d is not read to its end', async (status) => {
  const {endpoint, taken} = await endlessServer(status);
  const options = {maxAnswerBytes: 1024 * 1024};
  const backend = await ossBackendOn({url: endpoint, bucket: 'team-state'}, {options});
  expect(await failureOf(backend.get('locks/a'))).toMatchObject({
    code: 'backend/io',
    detail: expect.stringContaining('the response has more than 1048576 bytes'),
  });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toBeLessThan(16 * 1024 * 1024);
});

describe('the target and the login of a request', () => {
  const KEY = plainCanary('key');
  const ENV = {ALICLOUD_ACCESS_KEY: 'LTAI', ALICLOUD_SECRET_KEY: KEY, HOME: '/nonexistent'};

  async function firstRequest(config: Partial<OssConfig>, env: Readonly<Record<string, string>> = ENV) {
    const asked: HttpsRequest[] = [];
    const http = async (request: HttpsRequest) => {
      asked.push(request);
      return {status: 404, headers: {}, body: Buffer.from(String(ossProblem(404, 'NoSuchBucket').body))};
    };
    const backend = await ossBackend({kind: 'oss', bucket: 'state', insecure: false, ...config}, {env, http});
    const failure = await failureOf(backend.list(''));
    return {name: backend.name, url: asked[0]?.url ?? '', headers: asked[0]?.headers ?? {}, failure};
  }

  it.each([
    {config: {region: 'cn-hangzhou'}, host: 'state.oss-cn-hangzhou.aliyuncs.com', region: 'cn-hangzhou'},
    {
      config: {endpoint: 'https://oss-cn-beijing-internal.aliyuncs.com'},
      host: 'state.oss-cn-beijing-internal.aliyuncs.com',
      region: 'cn-beijing',
    },
    {config: {endpoint: 'https://oss.example:8443', region: 'x-1'}, host: 'state.oss.example:8443', region: 'x-1'},
    {
      config: {},
      env: {...ENV, ALICLOUD_REGION: 'eu-central-1'},
      host: 'state.oss-eu-central-1.aliyuncs.com',
      region: 'eu-central-1',
    },
  ])('a request goes to $host', async ({config, env, host, region}) => {
    const {url, headers} = await firstRequest(config, env);
    expect(new URL(url).host).toBe(host);
    expect(headers['authorization']).toContain(`/${region}/oss/aliyun_v4_request`);
    expect(leaks(JSON.stringify(headers), {KEY})).toEqual([]);
  });

  it.each([
    {title: 'no region', config: {}, says: 'the region of the bucket state is unknown'},
    {title: 'an endpoint without TLS', config: {region: 'r', endpoint: 'http://oss.example'}, says: 'has no TLS'},
    {
      title: 'an endpoint with a path',
      config: {region: 'r', endpoint: 'https://oss.example/state'},
      says: 'an endpoint must end after the host',
    },
    {
      title: 'a login in the endpoint',
      config: {region: 'r', endpoint: `https://me:${KEY}@oss.example`},
      says: 'must not contain credentials',
    },
  ])('no request is sent with $title', async ({config, says}) => {
    const {said, ...failure} = await failureOf(
      ossBackend({kind: 'oss', bucket: 'state', insecure: false, ...config}, {env: ENV}),
    );
    expect(failure).toMatchObject({code: 'input/usage', message: expect.stringContaining(says)});
    expect(leaks(said, {KEY})).toEqual([]);
  });

  it('no request is sent without credentials', async () => {
    const {url, failure} = await firstRequest({region: 'r'}, {HOME: '/nonexistent'});
    expect(failure).toMatchObject({
      code: 'backend/credential',
      problem: expect.stringContaining('no credentials for Alibaba Cloud were found'),
    });
    expect(url).toBe('');
  });

  it('a login without a response is not a refusal', async () => {
    const env = {HOME: '/nonexistent', ALIBABA_CLOUD_CREDENTIALS_URI: 'http://127.0.0.1:9/'};
    const backend = await ossBackend({kind: 'oss', bucket: 'state', region: 'r', insecure: false}, {env});
    expect(await failureOf(backend.list(''))).toMatchObject({
      code: 'backend/io',
      detail: expect.stringContaining('the login failed: there is no response from 127.0.0.1:9'),
    });
  });

  it('a profile in the backend takes precedence over keys in the environment', async () => {
    const {failure} = await firstRequest({region: 'r', profile: 'prod'});
    expect(failure).toMatchObject({problem: expect.stringContaining('the profile prod')});
  });

  it('an STS token is sent and signed', async () => {
    const double = await ossDouble({token: 'token'});
    const credentials = {
      accessKeyId: new Secret(OSS_KEYS.id),
      accessKeySecret: new Secret(OSS_KEYS.secret),
      securityToken: new Secret('token'),
    };
    expect(await (await ossBackendOn(double, {config: {credentials}})).list('')).toEqual([]);
    expect(await failureOf((await ossBackendOn(double)).list(''))).toMatchObject({code: 'backend/credential'});
  });
});
