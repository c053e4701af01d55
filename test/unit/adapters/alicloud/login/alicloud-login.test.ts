import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {AlicloudDeps, AlicloudEnv} from '../../../../../src/adapters/alicloud/login/alicloud-keys.ts';
import {alicloudLogin} from '../../../../../src/adapters/alicloud/login/alicloud-login.ts';
import {signRequest} from '../../../../../src/adapters/alicloud/login/sign-request.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import {HttpsFailure} from '../../../../../src/lib/https-failure.ts';
import type {HttpsRequest} from '../../../../../src/lib/https-request.ts';
import {leaks, plainCanary} from '../../../../rig/canaries.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const KEY = plainCanary('key');
const TOKEN = plainCanary('token');
const SESSION = {AccessKeyId: 'STS.id', AccessKeySecret: 'sts-key', SecurityToken: 'sts-token'};
const HOUR_MS = 3_600_000;
const METADATA = 'http://100.100.100.200/latest';

/** Answers by the beginning of the address; no answer for others. */
type Answers = Readonly<Record<string, {readonly status?: number; readonly body: unknown}>>;

function network(answers: Answers) {
  const asked: HttpsRequest[] = [];
  const http: NonNullable<AlicloudDeps['http']> = async (request) => {
    asked.push(request);
    const found = Object.entries(answers).find(([start]) => request.url.startsWith(start))?.[1];
    if (found === undefined) throw new HttpsFailure('refused', new URL(request.url), 'connection refused');
    const body = typeof found.body === 'string' ? found.body : JSON.stringify(found.body);
    return {status: found.status ?? 200, headers: {}, body: Buffer.from(body)};
  };
  return {asked, http};
}

const session = (ms = HOUR_MS) => ({...SESSION, Expiration: new Date(Date.now() + ms).toISOString()});
const fromSts = (ms?: number) => ({body: {RequestId: 'r', Credentials: session(ms)}});

/** A home directory with these profiles of the `aliyun` command. */
async function homeWith(profiles: readonly object[], current = 'default'): Promise<string> {
  const home = await scratchDirectory();
  const {mkdir} = await import('node:fs/promises');
  await mkdir(join(home, '.aliyun'));
  await writeFile(join(home, '.aliyun', 'config.json'), JSON.stringify({current, profiles}));
  return home;
}

async function loggedIn(env: AlicloudEnv, answers: Answers = {}, deps: Partial<AlicloudDeps> = {}) {
  const {asked, http} = network(answers);
  const keys = await alicloudLogin({env: {HOME: '/nonexistent', ...env}, http, ...deps})();
  return {asked, keys, said: JSON.stringify(keys)};
}

it('a request is signed as in the documentation of the V3 signature', () => {
  const {headers} = signRequest(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: {RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd'},
    },
    {id: 'YourAccessKeyId', secret: new Secret('YourAccessKeySecret')},
    {date: new Date('2023-10-26T10:22:32Z'), nonce: '3156853299f313e23d1673dc12e1703d'},
  );
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
      'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

it.each([
  {query: {b: '1', a: '2'}, want: 'a=2&b=1'},
  {query: {Role: 'x', RoleArn: 'acs:ram::1:role/a b'}, want: 'Role=x&RoleArn=acs%3Aram%3A%3A1%3Arole%2Fa%20b'},
  {query: {a: "é*!'()~-_."}, want: 'a=%C3%A9%2A%21%27%28%29~-_.'},
])('the query $want is written as it is signed', ({query, want}) => {
  const call = {host: 'h', action: 'A', version: 'v', query};
  expect(signRequest(call, {id: 'i', secret: new Secret('s')}).query).toBe(want);
});

describe('the role of a pod (RRSA)', () => {
  async function podEnv(): Promise<AlicloudEnv> {
    const file = join(await scratchDirectory(), 'token');
    await writeFile(file, `${TOKEN}\n`);
    return {
      ALIBABA_CLOUD_ROLE_ARN: 'acs:ram::1:role/reader',
      ALIBABA_CLOUD_OIDC_PROVIDER_ARN: 'acs:ram::1:oidc-provider/ack',
      ALIBABA_CLOUD_OIDC_TOKEN_FILE: file,
    };
  }

  it('the role of a pod comes from STS for the token of the pod', async () => {
    const {asked, keys} = await loggedIn(await podEnv(), {'https://sts.aliyuncs.com/': fromSts()});
    expect(keys).toMatchObject({id: 'STS.id', until: expect.any(Number)});
    const [request] = asked;
    expect(request).toMatchObject({method: 'POST', url: expect.stringContaining('Action=AssumeRoleWithOIDC')});
    expect(request?.url).not.toContain(TOKEN);
    expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
      RoleArn: 'acs:ram::1:role/reader',
      RoleSessionName: 'gantry',
      DurationSeconds: '3600',
      OIDCProviderArn: 'acs:ram::1:oidc-provider/ack',
      OIDCToken: TOKEN,
    });
  });

  it.each([
    {region: {ALIBABA_CLOUD_STS_REGION: 'cn-beijing'}, host: 'sts.cn-beijing.aliyuncs.com'},
    {
      region: {ALIBABA_CLOUD_STS_REGION: 'cn-beijing', ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED: 'true'},
      host: 'sts-vpc.cn-beijing.aliyuncs.com',
    },
  ])('the role of a pod is requested at $host', async ({region, host}) => {
    const {asked} = await loggedIn({...(await podEnv()), ...region});
    expect(new URL(asked[0]?.url ?? '').host).toBe(host);
  });

  it.each([
    {
      title: 'a token that has expired',
      answer: {status: 400, body: {Code: 'AuthenticationFail.OIDCToken.Expired', Message: TOKEN}},
      says: '(AuthenticationFail.OIDCToken.Expired)',
      fault: 'denied',
    },
    {
      title: 'a server with a fault',
      answer: {status: 503, body: {Code: 'ServiceUnavailable'}},
      says: '(ServiceUnavailable)',
      transient: true,
    },
    {
      title: 'a page',
      answer: {body: `<html>${TOKEN}`},
      says: 'the response is not from the credential service',
      fault: 'unreachable',
    },
    {
      title: 'an answer without keys',
      answer: {body: {Credentials: {AccessKeyId: TOKEN}}},
      says: '(HTTP 200)',
      fault: 'denied',
    },
  ])(
    'the role of a pod is refused for $title without the text of the response',
    async ({answer, says, fault, transient}) => {
      const {keys, said} = await loggedIn(await podEnv(), {'https://sts.aliyuncs.com/': answer});
      expect(keys).toMatchObject({
        because: expect.stringContaining(says),
        ...(fault ? {fault} : {}),
        ...(transient ? {transient} : {}),
      });
      expect(leaks(said, {TOKEN})).toEqual([]);
    },
  );

  it('the role of a pod needs the token file', async () => {
    const env = {...(await podEnv()), ALIBABA_CLOUD_OIDC_TOKEN_FILE: '/nonexistent/token'};
    const {asked, keys} = await loggedIn(env);
    expect(keys).toMatchObject({because: expect.stringContaining('/nonexistent/token'), fault: 'denied'});
    expect(asked).toEqual([]);
  });
});

describe('the RAM role of a machine', () => {
  const env = {ALIBABA_CLOUD_ECS_METADATA: 'reader'};
  const answers: Answers = {
    [`${METADATA}/api/token`]: {body: 'token-of-metadata'},
    [`${METADATA}/meta-data/ram/security-credentials/reader`]: {body: {Code: 'Success', ...session()}},
  };

  it.each([{name: 'ALIBABA_CLOUD_ECS_METADATA'}, {name: 'ALICLOUD_ECS_ROLE_NAME'}])(
    'the role of a machine is read from its metadata with a token if $name is set',
    async ({name}) => {
      const {asked, keys} = await loggedIn({[name]: 'reader'}, answers);
      expect(keys).toMatchObject({id: 'STS.id'});
      expect(asked.map(({method = 'GET', url}) => `${method} ${url}`)).toEqual([
        `PUT ${METADATA}/api/token`,
        `GET ${METADATA}/meta-data/ram/security-credentials/reader`,
      ]);
      expect(asked[1]?.headers).toEqual({'x-aliyun-ecs-metadata-token': 'token-of-metadata'});
      expect(asked.every(({timeoutMs, toMetadata}) => timeoutMs <= 5_000 && toMetadata === true)).toBe(true);
    },
  );

  it.each([
    {
      title: 'a workspace that others can write',
      env,
      deps: {besideMetadata: true},
      says: 'other users can write the workspace',
    },
    {
      title: 'who switched it off',
      env: {...env, ALIBABA_CLOUD_ECS_METADATA_DISABLED: 'true'},
      deps: {},
      says: 'METADATA_DISABLED',
    },
    {
      title: 'a name that is a path',
      env: {ALIBABA_CLOUD_ECS_METADATA: '../../api'},
      deps: {},
      says: 'the role name is invalid',
    },
  ])('the role of a machine is not requested for $title', async ({env: own, deps, says}) => {
    const {asked, keys} = await loggedIn(own, answers, deps);
    expect(keys).toMatchObject({because: expect.stringContaining(says), fault: 'denied'});
    expect(asked).toEqual([]);
  });

  it('the role of a machine needs a token if IMDSv1 is disabled', async () => {
    const only = {[`${METADATA}/meta-data`]: {body: session()}};
    expect((await loggedIn(env, only)).keys).toMatchObject({id: 'STS.id'});
    const strict = {...env, ALIBABA_CLOUD_IMDSV1_DISABLED: 'true'};
    expect((await loggedIn(strict, only)).keys).toMatchObject({
      because: expect.stringContaining('no metadata token found'),
    });
  });
});

describe('a credentials URI', () => {
  it('a credentials URI returns session keys', async () => {
    const env = {ALIBABA_CLOUD_CREDENTIALS_URI: 'http://127.0.0.1:9999/keys'};
    const {keys} = await loggedIn(env, {'http://127.0.0.1:9999/keys': {body: {Code: 'Success', ...session()}}});
    expect(keys).toMatchObject({id: 'STS.id'});
  });

  it.each(['http://100.100.100.200/latest/meta-data/ram/security-credentials/r', 'https://[fd00:ec2::254]/'])(
    'a credentials URI must not be a metadata address: %s',
    async (address) => {
      const {asked, keys} = await loggedIn({ALICLOUD_CREDENTIALS_URI: address});
      expect(keys).toMatchObject({because: expect.stringContaining('metadata address'), fault: 'denied'});
      expect(asked).toEqual([]);
    },
  );

  it('a credentials URI without TLS is allowed only on this machine', async () => {
    const env = {HOME: '/nonexistent', ALICLOUD_CREDENTIALS_URI: 'http://keys.example/'};
    expect(await alicloudLogin({env})()).toMatchObject({because: expect.stringContaining('only https is allowed')});
  });
});

describe('a profile of the aliyun command', () => {
  const AK = {mode: 'AK', access_key_id: 'LTAI', access_key_secret: KEY};
  const soon = Math.floor((Date.now() + HOUR_MS) / 1000);

  it.each([
    {title: 'keys', profile: AK, want: {id: 'LTAI'}},
    {
      title: 'keys with a token',
      profile: {...AK, mode: 'StsToken', sts_token: 't'},
      want: {id: 'LTAI', token: expect.any(Secret)},
    },
    {
      title: 'keys that the command keeps of a login',
      profile: {...AK, mode: 'CloudSSO', sts_token: 't', sts_expiration: soon},
      want: {id: 'LTAI'},
    },
    {
      title: 'a role that keys may take on',
      profile: {...AK, mode: 'RamRoleArn', ram_role_arn: 'acs:ram::1:role/r', external_id: 'e', expired_seconds: 900},
      want: {id: 'STS.id'},
      asks: 'DurationSeconds=900&ExternalId=e&RoleArn=acs%3Aram%3A%3A1%3Arole%2Fr&RoleSessionName=gantry',
    },
    {
      title: 'a role by another profile',
      profile: {
        mode: 'ChainableRamRoleArn',
        source_profile: 'base',
        ram_role_arn: 'acs:ram::1:role/r',
        sts_region: 'cn-beijing',
      },
      want: {id: 'STS.id'},
      asks: 'https://sts.cn-beijing.aliyuncs.com/',
    },
    {
      title: 'the role of a machine',
      profile: {mode: 'EcsRamRole', ram_role_name: 'reader'},
      want: {id: 'STS.id'},
      asks: `${METADATA}/meta-data`,
    },
    {
      title: 'a credentials URI',
      profile: {mode: 'CredentialsURI', credentials_uri: 'https://keys.example/'},
      want: {id: 'STS.id'},
      asks: 'https://keys.example/',
    },
  ])('a profile of the aliyun command can be $title', async ({profile, want, asks}) => {
    const HOME = await homeWith([
      {name: 'base', ...AK},
      {name: 'default', ...profile},
    ]);
    const {asked, keys, said} = await loggedIn(
      {HOME},
      {
        'https://sts.': fromSts(),
        [`${METADATA}/meta-data`]: {body: session()},
        'https://keys.example/': {body: session()},
      },
    );
    expect(keys).toMatchObject(want);
    if (asks !== undefined) expect(asked.at(-1)?.url).toContain(asks);
    expect(leaks(said + JSON.stringify(asked), {KEY})).toEqual([]);
  });

  it('the named profile in the named file is used', async () => {
    const HOME = await homeWith([
      {name: 'default', ...AK},
      {name: 'prod', ...AK, access_key_id: 'PROD'},
    ]);
    const file = join(HOME, '.aliyun', 'config.json');
    expect((await loggedIn({HOME, ALICLOUD_PROFILE: 'prod'})).keys).toMatchObject({id: 'PROD'});
    expect(
      (await loggedIn({ALICLOUD_SHARED_CREDENTIALS_FILE: file, ALIBABA_CLOUD_PROFILE: 'prod'})).keys,
    ).toMatchObject({id: 'PROD'});
    expect((await loggedIn({HOME, ALIBABA_CLOUD_CLI_PROFILE_DISABLED: 'true'})).keys).toMatchObject({
      because: expect.stringContaining('no credentials for Alibaba Cloud were found'),
    });
  });

  it.each([
    {
      title: 'a profile that is not there',
      env: {ALICLOUD_PROFILE: 'none'},
      profiles: [],
      says: 'profile none does not exist',
    },
    {
      title: 'a mode that is not known',
      env: {},
      profiles: [{name: 'default', mode: 'RsaKeyPair'}],
      says: 'the unknown mode RsaKeyPair',
    },
    {
      title: 'keys that ended',
      env: {},
      profiles: [{name: 'default', ...AK, mode: 'OAuth', sts_expiration: 1}],
      says: 'no valid keys',
    },
    {
      title: 'a ring of profiles',
      env: {},
      profiles: [{name: 'default', mode: 'ChainableRamRoleArn', ram_role_arn: 'r', source_profile: 'default'}],
      says: 'refers back to itself',
    },
    {
      title: 'half of the keys',
      env: {},
      profiles: [{name: 'default', mode: 'AK', access_key_secret: KEY}],
      says: 'no access_key_id',
    },
  ])('a profile is refused for $title', async ({env, profiles, says}) => {
    const {asked, keys, said} = await loggedIn({HOME: await homeWith(profiles), ...env});
    expect(keys).toMatchObject({because: expect.stringContaining(says), fault: 'denied'});
    expect(leaks(said, {KEY})).toEqual([]);
    expect(asked).toEqual([]);
  });
});

it('concurrent callers share one session, which is renewed before it ends', async () => {
  const env = {HOME: '/nonexistent', ALIBABA_CLOUD_CREDENTIALS_URI: 'https://keys.example/'};
  const long = network({'https://keys.example/': {body: session()}});
  const login = alicloudLogin({env, http: long.http});
  await Promise.all([login(), login(), login()]);
  await login();
  expect(long.asked).toHaveLength(1);
  const short = network({'https://keys.example/': {body: session(60_000)}});
  const again = alicloudLogin({env, http: short.http});
  await again();
  await Promise.all([again(), again()]);
  expect(short.asked).toHaveLength(2);
});
