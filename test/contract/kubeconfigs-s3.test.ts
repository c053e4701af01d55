import {randomBytes} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inspect} from 'node:util';
import {
  CreateBucketCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';
import {fetchS3, MAX_BYTES, type S3Options} from '../../src/adapters/aws/kubeconfig-place/fetch-s3.ts';
import type {S3Place} from '../../src/adapters/aws/kubeconfig-place/open-s3.ts';
import {GantryError} from '../../src/core/failure/failure.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {INHERITED} from '../../src/core/workspace/child-environment.ts';
import {fakeS3} from '../rig/fake-s3.ts';
import {minioSession} from '../rig/minio-session.ts';
import {adminClient, withService} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {acquireService} from '../services/for-tests.ts';
import type {Running} from '../services/start.ts';

type Place = S3Place;
type Keys = Readonly<Record<string, string>>;

const KUBECONFIG = 'kind: Config\n';

const withKeys = (keys: Keys): Pick<Place, 'environment'> => ({
  environment: {...INHERITED, set: new Map(Object.entries(keys).map(([name, value]) => [name, new Secret(value)]))},
});

const fetchFrom = (place: Omit<Place, 'kind' | 'environment'> & Partial<Place>, options: Partial<S3Options> = {}) =>
  fetchS3(
    {workspace: 'prod', field: 'context.kubeconfig_path', from: {kind: 's3', environment: INHERITED, ...place}},
    {env: {}, attempts: 2, ...options},
  );

async function failureOf(promise: Promise<unknown>): Promise<{code: string; text: string}> {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof GantryError)) throw new Error(`no failure: ${inspect(error)}`);
  expect(error.failure).toMatchObject({workspace: 'prod', field: 'context.kubeconfig_path'});
  expect(inspect(error.failure)).not.toMatch(/s3cr3t/);
  return {code: error.failure.code, text: JSON.stringify(error.failure)};
}

const AT = {bucket: 'team', key: 'clusters/prod', region: 'us-east-1'};
const ANY = {AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 's3cr3t-key'};

for (const name of ['minio', 'moto'] as const) {
  await withService(name, 'a kubeconfig in a bucket', () => {
    let service: Running;
    let client: S3Client;
    let bucket = '';
    const own = (): Keys => ({AWS_ACCESS_KEY_ID: service.accessKeyId, AWS_SECRET_ACCESS_KEY: service.secretAccessKey});
    const place = (key: string, more: Partial<Place> = {}): Place => ({
      kind: 's3',
      bucket,
      key,
      endpoint: service.endpoint,
      region: service.region,
      ...(service.caFile === undefined ? {} : {caFile: service.caFile}),
      ...withKeys(own()),
      ...more,
    });
    const put = (Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
      client.send(new PutObjectCommand({Bucket: bucket, Key, Body, ...more}));

    beforeAll(async () => {
      const acquired = await acquireService(name);
      if (acquired.kind === 'missing') throw new Error(acquired.reason);
      service = acquired.service;
      client = adminClient(service);
      bucket = `kubeconfigs-${randomBytes(6).toString('hex')}`;
      await client.send(new CreateBucketCommand({Bucket: bucket}));
      await client.send(new PutBucketVersioningCommand({Bucket: bucket, VersioningConfiguration: {Status: 'Enabled'}}));
    }, 60_000);

    it('a kubeconfig is fetched with the keys of the workspace, whatever keys the process has', async () => {
      await put('clusters/prod one.yaml', KUBECONFIG);
      const env = {AWS_ACCESS_KEY_ID: 'AKIAOTHER', AWS_SECRET_ACCESS_KEY: 'other', AWS_SESSION_TOKEN: 'other'};
      const environment = {...withKeys(own()).environment, unset: Object.keys(env)};
      const {text, from} = await fetchFrom(place('clusters/prod one.yaml', {environment}), {env});
      expect([text.reveal(), from]).toEqual([KUBECONFIG, `s3://${bucket}/clusters/prod one.yaml`]);
    });

    it('a workspace without settings fetches the kubeconfig with those of the environment', async () => {
      await put('env', KUBECONFIG);
      const env = {
        ...own(),
        AWS_ENDPOINT_URL_S3: service.endpoint,
        AWS_REGION: service.region,
        ...(service.caFile === undefined ? {} : {AWS_CA_BUNDLE: service.caFile}),
      };
      const {text} = await fetchFrom({bucket, key: 'env', pathStyle: true}, {env});
      expect(text.reveal()).toBe(KUBECONFIG);
    });

    it('a version ID selects an older version of the object', async () => {
      const {VersionId} = await put('versions', 'one');
      await put('versions', 'two');
      expect((await fetchFrom(place('versions'))).text.reveal()).toBe('two');
      expect((await fetchFrom(place('versions', {versionId: VersionId ?? ''}))).text.reveal()).toBe('one');
    });

    it('an object that is encrypted in the bucket is read', async () => {
      await put('sealed', KUBECONFIG, {ServerSideEncryption: 'AES256'});
      expect((await fetchFrom(place('sealed'))).text.reveal()).toBe(KUBECONFIG);
    });

    it('a missing object and a missing bucket have different messages', async () => {
      expect(await failureOf(fetchFrom(place('gone')))).toEqual({
        code: 'context/kubeconfig',
        text: expect.stringContaining(`s3://${bucket}/gone does not exist`),
      });
      const {code, text} = await failureOf(fetchFrom(place('gone', {bucket: 'no-such-bucket-here'})));
      expect([code, text]).toEqual([
        'context/kubeconfig',
        expect.stringContaining('names a bucket that does not exist: no-such-bucket-here'),
      ]);
    });

    it('a missing version is reported', async () => {
      await put('versions', 'one');
      const versionId = '00000000-0000-0000-0000-000000000000';
      expect((await failureOf(fetchFrom(place('versions', {versionId})))).text).toContain(
        'has no version with that versionId',
      );
    });

    it.each([
      {what: 'empty', body: ' \n', says: 'is empty'},
      {what: 'larger than 1 MiB', body: 'x'.repeat(MAX_BYTES + 1), says: 'larger than 1 MiB'},
    ])('an object that is $what is refused', async ({body, says}) => {
      await put('strange', body);
      expect((await failureOf(fetchFrom(place('strange')))).text).toContain(says);
    });
  });
}

await withService('minio', 'a kubeconfig in a bucket without access', () => {
  let service: Running;
  let bucket = '';
  const place = (keys: Keys, more: Partial<Place> = {}): Place => ({
    kind: 's3',
    bucket,
    key: 'prod',
    endpoint: service.endpoint,
    region: service.region,
    ...(service.caFile === undefined ? {} : {caFile: service.caFile}),
    ...withKeys(keys),
    ...more,
  });

  beforeAll(async () => {
    const acquired = await acquireService('minio');
    if (acquired.kind === 'missing') throw new Error(acquired.reason);
    service = acquired.service;
    bucket = `kubeconfigs-${randomBytes(6).toString('hex')}`;
    const client = adminClient(service);
    await client.send(new CreateBucketCommand({Bucket: bucket}));
    await client.send(new PutObjectCommand({Bucket: bucket, Key: 'prod', Body: KUBECONFIG}));
  }, 60_000);

  it('an unknown access key is reported', async () => {
    const failure = await failureOf(fetchFrom(place(ANY)));
    expect(failure).toEqual({
      code: 'context/fetch-refused',
      text: expect.stringContaining('the access key is unknown'),
    });
  });

  it('a secret access key of another access key is reported', async () => {
    const keys = {AWS_ACCESS_KEY_ID: service.accessKeyId, AWS_SECRET_ACCESS_KEY: 's3cr3t-key'};
    const failure = await failureOf(fetchFrom(place(keys)));
    expect(failure.text).toContain('the secret access key does not belong to the access key');
  });

  it('a missing permission is named, and a session with it reads the kubeconfig', async () => {
    const session = async (...actions: string[]): Promise<Keys> => {
      const resources = [`arn:aws:s3:::${bucket}/*`];
      const made = await minioSession(service, [{actions, resources}]);
      return {
        AWS_ACCESS_KEY_ID: made.accessKeyId,
        AWS_SECRET_ACCESS_KEY: made.secretAccessKey,
        AWS_SESSION_TOKEN: made.sessionToken,
      };
    };
    const failure = await failureOf(fetchFrom(place(await session('s3:PutObject'))));
    expect(failure).toEqual({
      code: 'context/fetch-refused',
      text: expect.stringMatching(/the permission s3:GetObject is missing.*s3:ListBucket/),
    });
    expect((await fetchFrom(place(await session('s3:GetObject')))).text.reveal()).toBe(KUBECONFIG);
  });

  it('a server with an untrusted certificate is reported', async () => {
    const {caFile: _, ...without} = place({AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b'});
    const failure = await failureOf(fetchFrom(without));
    expect(failure).toEqual({
      code: 'context/fetch-failed',
      text: expect.stringMatching(/certificate is not trusted.*caFile/),
    });
  });
});

describe('a bucket (a double) with an unexpected response', () => {
  it.each([
    {
      name: 'an expired token',
      twist: {status: 400, code: 'ExpiredToken'},
      code: 'context/fetch-refused',
      says: /the session token has expired/,
    },
    {
      name: 'an expired token, in a request for a version',
      twist: {status: 400, code: 'ExpiredToken'},
      versionId: 'v',
      code: 'context/fetch-refused',
      says: /the session token has expired/,
    },
    {
      name: 'another region',
      twist: {status: 301, code: 'PermanentRedirect', headers: {'x-amz-bucket-region': 'eu-west-3'}},
      code: 'context/kubeconfig',
      says: /is in the region eu-west-3, not in us-east-1: set it with \?region=eu-west-3/,
    },
    {
      name: 'another region, in the signature',
      twist: {status: 400, code: 'AuthorizationHeaderMalformed', xml: '<Region>eu-west-3</Region>'},
      code: 'context/kubeconfig',
      says: /is in the region eu-west-3/,
    },
    {name: 'an archive', twist: {status: 403, code: 'InvalidObjectState'}, code: 'context/kubeconfig', says: /Glacier/},
    {
      name: 'a wrong clock',
      twist: {status: 403, code: 'RequestTimeTooSkewed'},
      code: 'context/fetch-refused',
      says: /clock of this machine/,
    },
    {
      name: 'a failure of the server',
      twist: {status: 503, code: 'SlowDown'},
      code: 'context/fetch-failed',
      says: /responded with 503 SlowDown/,
    },
    {
      name: 'a cut connection',
      twist: 'lost-request',
      code: 'context/fetch-failed',
      says: /the connection was interrupted|no response/,
    },
  ] as const)('$name is reported', async ({twist, code, says, ...version}) => {
    const fake = await fakeS3();
    fake.twist = () => twist;
    const failure = await failureOf(
      fetchFrom({...AT, endpoint: fake.endpoint, ...version, ...withKeys({...ANY, AWS_SESSION_TOKEN: 's3cr3t-token'})}),
    );
    expect([failure.code, failure.text]).toEqual([code, expect.stringMatching(says)]);
  });

  it('a request to a busy bucket is repeated', async () => {
    const fake = await fakeS3();
    fake.objects.set(AT.key, {body: Buffer.from(KUBECONFIG), etag: '"1"', metadata: {}});
    fake.twist = () => (fake.asked.length === 1 ? {status: 503, code: 'SlowDown'} : undefined);
    const {text} = await fetchFrom({...AT, endpoint: fake.endpoint, ...withKeys(ANY)});
    expect([text.reveal(), fake.asked.length]).toEqual([KUBECONFIG, 2]);
  });

  it.each([
    {how: 'with an announced length', headers: {'content-length': String(MAX_BYTES + 1)}, page: 'kind'},
    {how: 'without an announced length', headers: {'transfer-encoding': 'chunked'}, page: 'x'.repeat(MAX_BYTES + 1)},
  ])('an object larger than 1 MiB is refused: $how', async ({headers, page}) => {
    const fake = await fakeS3();
    fake.twist = () => ({status: 200, headers, page});
    const place = {...AT, endpoint: fake.endpoint, ...withKeys(ANY)};
    expect((await failureOf(fetchFrom(place, {timeoutMs: 5_000}))).text).toContain('larger than 1 MiB');
  });

  it.each(['silent', 'half'] as const)('a fetch ends at its time limit: a response that is %s', async (twist) => {
    const fake = await fakeS3();
    fake.twist = () => twist;
    const failure = await failureOf(
      fetchFrom({...AT, endpoint: fake.endpoint, ...withKeys(ANY)}, {timeoutMs: 300, attempts: 4}),
    );
    expect([failure.code, failure.text]).toEqual([
      'context/fetch-failed',
      expect.stringContaining('no response arrived in time'),
    ]);
  });
});

describe('a kubeconfig is checked before a request', () => {
  it.each([
    {
      name: 'a bucket without a region',
      place: {...AT, region: ''},
      env: {AWS_CONFIG_FILE: '/none'},
      says: /the region of the bucket team is unknown/,
    },
    {
      name: 'an endpoint without TLS',
      place: {...AT, endpoint: 'http://s3.example'},
      env: {},
      says: /the endpoint is http/,
    },
    {
      name: 'a variable with an endpoint without TLS',
      place: AT,
      env: {AWS_ENDPOINT_URL: 'http://s3.example'},
      says: /AWS_ENDPOINT_URL is http/,
    },
    {
      name: 'a missing certificate authority file',
      place: {...AT, caFile: '/none/ca.crt'},
      env: {},
      says: /\/none\/ca\.crt cannot be read/,
    },
  ])('$name is refused before a request', async ({place, env, says}) => {
    const {region, ...rest} = place;
    const failure = await failureOf(fetchFrom({...rest, ...(region === '' ? {} : {region}), ...withKeys(ANY)}, {env}));
    expect([failure.code, failure.text]).toEqual(['context/kubeconfig', expect.stringMatching(says)]);
  });

  it('incomplete keys of the workspace are refused, and the keys of the process do not replace them', async () => {
    const own = withKeys({AWS_ROLE_ARN: 'arn:aws:iam::1:role/x', AWS_REGION: 'eu-west-3'});
    const environment = {...own.environment, unset: Object.keys(ANY)};
    const failure = await failureOf(fetchFrom({...AT, environment}, {env: ANY}));
    expect([failure.code, failure.text]).toEqual([
      'context/kubeconfig',
      expect.stringContaining('the workspace sets only AWS_ROLE_ARN'),
    ]);
  });

  it('an endpoint without TLS in a profile is refused', async () => {
    const directory = await scratchDirectory();
    const [config, credentials] = [join(directory, 'config'), join(directory, 'credentials')];
    await writeFile(config, '[profile plain]\nregion = eu-west-3\nendpoint_url = http://s3.invalid\n');
    await writeFile(credentials, '[plain]\naws_access_key_id = AKIA\naws_secret_access_key = s3cr3t-key\n');
    const env = {AWS_PROFILE: 'plain', AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials};
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const failure = await failureOf(fetchFrom({bucket: 'team', key: 'k'}, {env, attempts: 1}));
    expect([failure.code, failure.text]).toEqual(['context/kubeconfig', expect.stringContaining('http://')]);
  });

  it('a missing profile of the workspace is reported', async () => {
    const failure = await failureOf(fetchFrom({...AT, ...withKeys({AWS_PROFILE: 'nobody-here'})}));
    expect([failure.code, failure.text]).toEqual([
      'context/fetch-refused',
      expect.stringContaining('the profile nobody-here returned no AWS credentials'),
    ]);
  });
});
